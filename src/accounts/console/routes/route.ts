import type { Accounts } from '../../accounts.ts';
import type { AccountsTransaction, Actor } from '../../accounts-store.ts';
import type { Account } from '../../transitions/account.ts';
import type { ConsoleAnswer } from '../answer.ts';
import type { FieldSet, FieldValues } from '../fields/fields.ts';
import type { LookAtService } from '../service-state.ts';
import type { Role } from '../session/rules.ts';
import type { Session } from '../session/session.ts';

/** The values of the `{names}` in a route's path; it has those that stand in it. */
export type PathValues = Readonly<
  Record<'organization' | 'invoice' | 'key' | 'event' | 'endpoint' | 'invitation', string>
>;

/** A checked request to a route. */
export interface ConsoleRequest {
  readonly session: Session;
  readonly actor: Actor;
  /** Whether the local issuer says who people are, and no provider. */
  readonly local: boolean;
  readonly path: PathValues;
  readonly query: FieldValues;
  readonly body: FieldValues;
}

interface AnyRoute {
  readonly operationId: string;
  readonly summary: string;
  /**
   * Below `/console/v1`. `{organization}` is one that the session belongs to; anything else in
   * braces is a name in it.
   */
  readonly path: string;
  /** The least role that may use it. Operators may use all. */
  readonly role: Role;
  /** Schema of the answer, by name, and its status. */
  readonly answer: {
    readonly status: 200 | 201;
    readonly schema: string;
    /** What it is answered as, where that is not JSON. */
    readonly media?: 'application/pdf';
  };
}

/** A route that reads. */
export interface ReadRoute extends AnyRoute {
  readonly method: 'GET';
  readonly query: FieldSet;
  read(tx: AccountsTransaction, account: Account, request: ConsoleRequest, accounts: Accounts): Promise<ConsoleAnswer>;
}

/** A route that lists organizations, for operators. */
export interface ListRoute extends AnyRoute {
  readonly method: 'GET';
  readonly query: FieldSet;
  list(tx: AccountsTransaction, request: ConsoleRequest): Promise<ConsoleAnswer>;
}

/** A route that looks at the service itself, in no transaction, for operators. */
export interface LookRoute extends AnyRoute {
  readonly method: 'GET';
  readonly query: FieldSet;
  look(service: LookAtService, accounts: Accounts): Promise<ConsoleAnswer>;
}

/**
 * A route that changes something, in one transaction in which `account` is locked. `prepare` runs
 * before the transaction, for what must not happen within it; what it resolves to is handed on.
 */
export interface ChangeRoute extends AnyRoute {
  readonly method: 'POST' | 'DELETE';
  readonly body: FieldSet;
  /** Doing it again does no harm, and its answer is not kept for retries: it holds a secret. */
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
  /** The id of the organization to create. */
  organization(request: ConsoleRequest): string;
  create(tx: AccountsTransaction, request: ConsoleRequest, accounts: Accounts): Promise<ConsoleAnswer>;
}

/** A route of the console. */
export type ConsoleRoute = ReadRoute | ListRoute | LookRoute | ChangeRoute | CreateRoute;
