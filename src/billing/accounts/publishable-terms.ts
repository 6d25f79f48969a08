import { getPublicSuffix } from 'tldts';
import { OPERATIONS, type OperationName } from '../../service/admission/costs.ts';
import {
  DEFAULT_CLIENT_RATE,
  DEFAULT_OPERATIONS,
  MAX_CLIENT_RATE,
  MAX_ORIGINS,
  originFault,
  type PublishableTerms,
  WILDCARD,
} from '../../service/admission/publishable/terms.ts';
import { excerpt } from '../../system/shown-text.ts';

/** The requested terms of a publishable key; what is left out has its default. */
export interface WantedTerms {
  readonly origins: readonly string[];
  readonly operations?: readonly string[] | undefined;
  readonly clientPerSecond?: number | undefined;
  readonly clientBurst?: number | undefined;
}

/** What is wrong with each of the fields of `WantedTerms`. */
export type TermsProblems = Readonly<Record<string, readonly string[]>>;

/** The terms of a publishable key, or what is wrong with the request. */
export function publishableTerms(
  wanted: WantedTerms,
): { readonly terms: PublishableTerms } | { readonly problems: TermsProblems } {
  const problems: Record<string, string[]> = {};
  const origins = [...new Set(wanted.origins)];
  const operations = [...new Set(wanted.operations ?? DEFAULT_OPERATIONS)];
  const client = {
    perSecond: wanted.clientPerSecond ?? DEFAULT_CLIENT_RATE.perSecond,
    size: wanted.clientBurst ?? DEFAULT_CLIENT_RATE.size,
  };
  const ofOrigins = origins.flatMap((origin) => {
    const fault = originFault(origin) ?? everybodysFault(origin);
    return fault === null ? [] : [`${excerpt(origin)}: ${fault}`];
  });
  if (origins.length === 0 || origins.length > MAX_ORIGINS)
    ofOrigins.push(`must be 1 to ${MAX_ORIGINS}, not ${origins.length}`);
  if (ofOrigins.length > 0) problems.origins = ofOrigins;
  const known = operations.filter((name): name is OperationName => OPERATIONS.includes(name as OperationName));
  if (known.length < operations.length || known.length === 0)
    problems.operations = [`must be some of ${OPERATIONS.join(', ')}`];
  for (const [name, value] of [
    ['clientPerSecond', client.perSecond],
    ['clientBurst', client.size],
  ] as const) {
    if (!Number.isInteger(value) || value < 1 || value > MAX_CLIENT_RATE)
      problems[name] = [`must be a whole number from 1 to ${MAX_CLIENT_RATE}`];
  }
  return Object.keys(problems).length > 0 ? { problems } : { terms: { origins, operations: known, client } };
}

/**
 * What is wrong with a wildcard over a public suffix (`co.uk`, `github.io`); null if nothing is.
 */
function everybodysFault(origin: string): string | null {
  const host = origin.startsWith(WILDCARD) ? origin.slice(WILDCARD.length) : null;
  return host !== null && getPublicSuffix(host, { allowPrivateDomains: true }) === host
    ? `allows the pages of everybody who has a name below ${host}, expected a domain of your own`
    : null;
}
