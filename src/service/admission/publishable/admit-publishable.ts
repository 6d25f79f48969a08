import { type Admit, type Admitted, type Headers, INVALID_API_KEY, type Refused } from '../admit.ts';
import { isPublishable, keyFault } from '../api-key.ts';
import type { Caller } from '../caller.ts';
import { type Clock, systemClock } from '../clock.ts';
import { OPERATIONS } from '../costs.ts';
import type { CounterFile } from '../counters/counter-file.ts';
import { keyIsActive, lookUpKey, type RecordView, termsOfKey } from '../counters/directory.ts';
import { type BurstLimit, burstLimit } from '../limits/burst.ts';
import type { ClientRates } from '../limits/client-rates.ts';
import { READABLE, sharedWith, VARY } from './cors.ts';
import { allowsOrigin, type PublishableTerms } from './terms.ts';

/** What a thread remembers of a publishable key: its terms never change. */
interface KnownKey {
  readonly view: RecordView;
  readonly terms: PublishableTerms;
  readonly client: BurstLimit;
}

/** Keys remembered at most; then all are forgotten and learnt again. */
const MOST = 10_000;

const ORIGIN_NOT_ALLOWED: Refused = {
  admitted: false,
  status: 403,
  code: 'ORIGIN_NOT_ALLOWED',
  message: 'This publishable key is not for pages of this origin',
  details: null,
  headers: READABLE,
};

/**
 * Checks publishable keys before `admit` charges for them: the key, the page's origin and the
 * operation by its terms, and the rate of the client's address (`refuseClient` answers those that are
 * too fast). Pages of these origins may read the
 * answers (CORS). Other keys go to `admit` as they are, at the cost of one comparison.
 */
export function admitPublishable(
  file: CounterFile,
  rates: ClientRates,
  admit: Admit,
  refuseClient: (apiKey: string, wait: number) => Refused,
  clock: Clock = systemClock,
): Admit {
  const known = new Map<string, KnownKey>();
  let cors: Headers = VARY;
  let settleInner: Admitted['settle'] = () => VARY;
  const settle: Admitted['settle'] = (status) => [...cors, ...settleInner(status)];
  const admitted = { admitted: true, account: '', settle } satisfies Admitted;

  function lookUp(apiKey: string): KnownKey | null {
    if (keyFault(apiKey) !== null) return null;
    const view = lookUpKey(file, apiKey);
    const terms = view === null ? null : termsOfKey(file, view);
    if (view === null || terms === null || terms === undefined) return null;
    const key = { view, terms, client: burstLimit(terms.client) };
    if (known.size >= MOST) known.clear();
    known.set(apiKey, key);
    return key;
  }

  return (apiKey, product, operation, caller, part) => {
    if (apiKey === null || !isPublishable(apiKey)) return admit(apiKey, product, operation, caller, part);
    const key = known.get(apiKey) ?? lookUp(apiKey);
    if (key === null) return { ...INVALID_API_KEY, headers: READABLE };
    const origin = caller.header('origin');
    const isAllowed = origin === '' ? isSameOrigin(key.terms, caller) : allowsOrigin(key.terms.origins, origin);
    cors = isAllowed && origin !== '' ? sharedWith(origin) : VARY;
    if (!keyIsActive(key.view, clock.now)) return { ...INVALID_API_KEY, headers: cors };
    if (!isAllowed) return ORIGIN_NOT_ALLOWED;
    const name = OPERATIONS[operation]!;
    // Publishable keys do not allow batches.
    if (part !== undefined) return operationNotAllowed(key.terms, `${name}Batch`, cors);
    if (!key.terms.operations.includes(name)) return operationNotAllowed(key.terms, name, cors);
    const wait = rates.pass(`${key.view.record} ${caller.address()}`, key.client);
    const outcome = wait > 0 ? refuseClient(apiKey, wait) : admit(apiKey, product, operation, caller);
    if (!outcome.admitted) return { ...outcome, headers: [...cors, ...outcome.headers] };
    settleInner = outcome.settle;
    admitted.account = outcome.account;
    return admitted;
  };
}

/**
 * A page served by the service's own host sends no `Origin` with a GET; the browser says that it is
 * same-origin, and the host must be among the key's origins.
 */
function isSameOrigin({ origins }: PublishableTerms, caller: Caller): boolean {
  if (caller.header('sec-fetch-site') !== 'same-origin') return false;
  const host = caller.header('host');
  return allowsOrigin(origins, `https://${host}`) || allowsOrigin(origins, `http://${host}`);
}

function operationNotAllowed({ operations }: PublishableTerms, operation: string, headers: Headers): Refused {
  return {
    admitted: false,
    status: 403,
    code: 'OPERATION_NOT_ALLOWED',
    message: 'This publishable key is not for this operation',
    details: { operation, allowed: operations },
    headers,
  };
}
