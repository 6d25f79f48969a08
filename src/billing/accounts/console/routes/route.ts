import type { Accounts } from '../../accounts.ts';
import type { AccountsTransaction, Actor } from '../../accounts-store.ts';
import type { Named } from '../../kinds.ts';
import type { Account } from '../../transitions/account.ts';
import type { ConsoleAnswer } from '../answer.ts';
import type { FieldSet, FieldValues } from '../fields/fields.ts';
import type { LoginMail } from '../login/mailed-links.ts';
import type { LookAtService } from '../resources/service.ts';
import type { Role } from '../session/rules.ts';
import type { Session } from '../session/session.ts';

/** The values of the `{names}` in a route's path; only those that occur in it are there. */
export type PathValues = Readonly<
  Record<'organization' | 'invoice' | 'key' | 'event' | 'endpoint' | 'invitation' | 'person', string>
>;

/** A checked request to a route. */
export interface ConsoleRequest {
  readonly session: Session;
  readonly actor: Actor;
  /** Whether people are invited here, and not known by a provider alone. */
  readonly invites: boolean;
  /** How they are mailed their links; null: they are not. */
  readonly mail: LoginMail | null;
  readonly path: PathValues;
  readonly query: FieldValues;
  readonly body: FieldValues;
}

interface AnyRoute {
  readonly operationId: string;
  readonly summary: string;
  /**
   * Below `/console/v1`. `{organization}` is one that the session may access; other names in braces
   * are of things in it.
   */
  readonly path: string;
  /** The lowest role that may use it. Operators may use all. */
  readonly role: Role;
  /** What it answers, and with which status. */
  readonly answer: {
    readonly status: 200 | 201;
    readonly schema: Named;
    /** The media type, if it is not JSON. */
    readonly media?: 'application/pdf';
  };
}

/** A route that reads. */
interface ReadRoute extends AnyRoute {
  readonly method: 'GET';
  readonly query: FieldSet;
  read(tx: AccountsTransaction, account: Account, request: ConsoleRequest, accounts: Accounts): Promise<ConsoleAnswer>;
}

/** A route that lists what belongs to no organization alone, for operators. */
interface ListRoute extends AnyRoute {
  readonly method: 'GET';
  readonly query: FieldSet;
  list(tx: AccountsTransaction, request: ConsoleRequest, accounts: Accounts): Promise<ConsoleAnswer>;
}

/** A route that reads the state of the service itself, outside any transaction, for operators. */
interface LookRoute extends AnyRoute {
  readonly method: 'GET';
  readonly query: FieldSet;
  look(service: LookAtService, accounts: Accounts): Promise<ConsoleAnswer>;
}

/**
 * A route that changes something, in one transaction in which `account` is locked. `prepare` runs
 * before it, for work that must not happen within it; its result is passed to `change`.
 */
export interface ChangeRoute extends AnyRoute {
  readonly method: 'POST' | 'DELETE';
  readonly body: FieldSet;
  /** An example of the body; an empty one unless given. */
  readonly example?: object;
  /** Repeating it does no harm, and its answer, which holds a secret, is not kept for retries. */
  readonly repeatable?: true;
  prepare?(request: ConsoleRequest, accounts: Accounts): Promise<unknown>;
  change(
    tx: AccountsTransaction,
    account: Account,
    request: ConsoleRequest,
    accounts: Accounts,
    prepared: unknown,
  ): Promise<ConsoleAnswer>;
}

/** The route that creates an organization: there is no account yet. */
export interface CreateRoute extends AnyRoute {
  readonly method: 'POST';
  readonly body: FieldSet;
  /** An example of the body; an empty one unless given. */
  readonly example?: object;
  /** The id of the organization to create. */
  organization(request: ConsoleRequest): string;
  create(tx: AccountsTransaction, request: ConsoleRequest, accounts: Accounts): Promise<ConsoleAnswer>;
}

/** A route of the console. */
export type ConsoleRoute = ReadRoute | ListRoute | LookRoute | ChangeRoute | CreateRoute;
