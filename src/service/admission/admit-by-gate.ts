import type { Admit, Admitted, Headers, Product, Refused } from './admit.ts';
import { creditHeadersByAccount } from './credit-headers.ts';
import type { Admission, Refusal } from './decision.ts';
import type { Gate } from './gate.ts';

const OVERDUE = ['X-Payment-Overdue', 'true'] as const;
const OVER = ['X-RateLimit-Over', 'true'] as const;

/** Admits by a gate, and turns what it decides into headers (§8.5). */
export function admitByGate(gate: Gate, product: Product): Admit {
  const creditHeaders = creditHeadersByAccount(product);
  let admission: Admission;

  function settle(status: number): Headers {
    if (status >= 429) gate.giveBack();
    const headers = creditHeaders(admission.account, admission);
    const over = admission.over && status < 400;
    if (!over && !admission.overdue) return headers;
    return [...headers, ...(over ? [OVER] : []), ...(admission.overdue ? [OVERDUE] : [])];
  }

  const admitted = { admitted: true, account: '', settle } satisfies Admitted;

  return (apiKey, _product, operation, caller, part) => {
    const outcome = gate.admit(apiKey, operation, part, caller.began);
    if (!outcome.admitted) return refused(outcome, creditHeaders);
    admission = outcome;
    admitted.account = outcome.account;
    return admitted;
  };
}

/**
 * Refuses clients of publishable keys that are too fast, by the gate that their keys are charged by: with the same
 * headers as any other 429. `wait` is in nanoseconds.
 */
export function refuseClientByGate(gate: Gate, product: Product): (apiKey: string, wait: number) => Refused {
  const creditHeaders = creditHeadersByAccount(product);
  return (apiKey, wait) => refused(gate.refuseClient(apiKey, wait), creditHeaders);
}

function refused(refusal: Refusal, creditHeaders: ReturnType<typeof creditHeadersByAccount>): Refused {
  const { status, code, message, details, retryAfter, credits, overdue } = refusal;
  const headers = [
    ...(credits === null ? [] : creditHeaders(refusal.account ?? '', credits)),
    ...(retryAfter > 0 ? [['Retry-After', String(retryAfter)] as const] : []),
    ...(overdue ? [OVERDUE] : []),
  ];
  return { admitted: false, status, code, message, details, headers };
}
