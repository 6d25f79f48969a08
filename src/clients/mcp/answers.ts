import type { OperationName } from '../../address/operations/table/table.ts';
import type {
  AutocompleteAnswer,
  BatchAnswer,
  EnrichedAddress,
  MatchQuality,
  ReverseGeocodeAnswer,
  StandardRecord,
  SuburbAnswer,
  Suggestion,
  ValidateAnswer,
} from '../client/client.ts';

/** The most items of a list in an answer; the total is given beside them. */
const LONGEST_LIST = 20;

/** What to do with a match of each quality (§5.1). */
const ADVICE: Readonly<Record<MatchQuality, string>> = {
  high: 'This is the address.',
  medium: 'Ask the user to confirm this address before using it.',
  low: 'Probably not the address that was meant: ask the user for more of it.',
  none: 'No such address was found: do not treat it as verified. Ask the user to check it.',
};

/** What a text is, if no address was found and that can be told. */
const WHAT_IT_IS: Readonly<Record<string, string>> = {
  po_box: 'This is a post box, which has no place on a map.',
  intersection: 'This is a corner of two streets: ask the user for an address on one of them.',
  parcel: 'This is a parcel of land by its plan: ask the user for the street address.',
  overseas: 'This seems to be an address outside Australia.',
  too_little: 'This is too little to find an address by: ask the user for number, street and suburb.',
};

/** A cap on the score, in words: `postcode_mismatch` is "postcode mismatch". */
function capWords(cap: string): string {
  return cap.replaceAll('_', ' ');
}

function adviceOf(quality: MatchQuality, reason: string | undefined): string {
  return WHAT_IT_IS[reason ?? ''] ?? ADVICE[quality];
}

type Place = Pick<Suggestion, 'addressLabel' | 'localityName' | 'state' | 'postcode'>;

/** An address on one line: `2 PERTH STREET, SUNNYBANK QLD 4109`. */
function oneLine({ addressLabel, localityName, state, postcode }: Place): string {
  const locality = [localityName, state, postcode].filter(Boolean).join(' ');
  return [addressLabel, locality].filter(Boolean).join(', ');
}

/** A suggestion: its address, its id to ask for more, and how well it matches. */
function suggestionOf(suggestion: Suggestion) {
  const { id, serviceMatchQuality, serviceMatchScore } = suggestion;
  return { address: oneLine(suggestion), id, quality: serviceMatchQuality, score: serviceMatchScore };
}

/** A record without its boundaries. */
function recordOf(record: StandardRecord) {
  return withoutNothing({ address: oneLine(record), id: record.id, ...record.location });
}

/** A record and how far away it is. */
function neighbourOf(record: ReverseGeocodeAnswer['results'][number]) {
  return { ...recordOf(record), distance_m: record.distance_m };
}

/** The parts that a caller may request besides the address itself, as the tool names them. */
export const PARTS = ['boundaries', 'geocodes', 'aliases', 'units', 'surroundings'] as const;

/**
 * The document of an address: the address, its point, and the requested parts. Empty fields are
 * left out.
 */
function documentOf(document: EnrichedAddress, parts: readonly (typeof PARTS)[number][]) {
  const asked = {
    boundaries: () => ({ boundaries: document.boundaries }),
    geocodes: () => ({ geocode: document.geocode, ...shortened('other_geocodes', document.allGeocodes) }),
    aliases: () => shortened('aliases', document.aliases),
    units: () => shortened('units', document.secondaries),
    surroundings: () => ({ locality: document.locality, street: document.street }),
  };
  return withoutNothing({
    ...recordOf(document),
    role: document.addressRole,
    components: document.components,
    parcel: document.legalParcelId,
    release: document.sourceDataRelease,
    retired: document.confidence === -1 ? true : null,
    ...Object.assign({}, ...parts.map((part) => asked[part]())),
  });
}

/** A list under its name; if it is long, cut, with its total. */
function shortened(name: string, list: readonly unknown[] | undefined): Record<string, unknown> {
  if (list === undefined || list.length <= LONGEST_LIST) return { [name]: list };
  return { [name]: list.slice(0, LONGEST_LIST), [`${name}_in_all`]: list.length };
}

/**
 * A copy without nulls, empty lists and empty objects, at any depth: they waste the model's
 * context.
 */
function withoutNothing(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(value).map(([name, field]) => [name, prune(field)] as const);
  return Object.fromEntries(kept.filter(([, field]) => field !== undefined));
}

function prune(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(prune);
  if (typeof value !== 'object') return value;
  const object = withoutNothing(value as Readonly<Record<string, unknown>>);
  return Object.keys(object).length === 0 ? undefined : object;
}

/**
 * How well a text is matched, and what to do with it; unless that is to accept it, also why: what
 * limited its score, and the parts that are not as given.
 */
function qualityOf({ serviceMatchQuality: quality, serviceMatchScore: score, debug, verdict }: ValidateAnswer) {
  return {
    quality,
    score,
    ...(verdict && { action: verdict.action }),
    ...(debug?.reason !== undefined && { reason: debug.reason }),
    ...(quality !== 'high' && debug?.scoreCaps?.length && { because: debug.scoreCaps.map(capWords) }),
    ...(quality !== 'high' && verdict && differingParts(verdict)),
  };
}

/** The parts of an address that are not as they were given, by component. */
function differingParts({ components }: NonNullable<ValidateAnswer['verdict']>) {
  const parts = Object.entries(components).flatMap(([component, part]) =>
    part === undefined || SAME.includes(part.verdict) ? [] : [[component, withoutNothing(part)] as const],
  );
  return parts.length > 0 && { parts: Object.fromEntries(parts) };
}

/** Verdicts of parts that need no attention. */
const SAME: readonly string[] = ['confirmed', 'added'];

/**
 * A batch of validate for a model: each answer in a few fields, how many there are of each quality,
 * and what to do with those.
 */
export function manyValidated({ results }: BatchAnswer) {
  const told = results.map((each) => {
    if (each.status !== 200) return { error: each.error.message };
    const { match } = each.result;
    return { ...qualityOf(each.result), ...(match !== null && { match: recordOf(match) }) };
  });
  const qualities = told.flatMap((each) => ('quality' in each ? [each.quality] : []));
  const found = (Object.keys(ADVICE) as MatchQuality[]).filter((quality) => qualities.includes(quality));
  return {
    results: told,
    counts: Object.fromEntries(found.map((quality) => [quality, qualities.filter((each) => each === quality).length])),
    advice: Object.fromEntries(found.map((quality) => [quality, ADVICE[quality]])),
  };
}

type Told<A> = (answer: A, input: Readonly<Record<string, unknown>>) => object;

/** How answers are condensed for a model, by operation; others are passed on whole. */
export const ANSWERS: { readonly [N in OperationName]?: Told<never> } = {
  autocomplete: (({ suggestions }) =>
    suggestions.length === 0
      ? { suggestions, advice: ADVICE.none }
      : { suggestions: suggestions.map(suggestionOf) }) satisfies Told<AutocompleteAnswer>,
  validate: ((answer) => {
    const { quality, score, ...why } = qualityOf(answer);
    const { match } = answer;
    const advice = adviceOf(quality, why.reason);
    return { quality, score, advice, ...why, ...(match !== null && { match: recordOf(match) }) };
  }) satisfies Told<ValidateAnswer>,
  enrich: ((document, { include = [] }) =>
    documentOf(document, include as (typeof PARTS)[number][])) satisfies Told<EnrichedAddress>,
  reverse: (({ results, total }) => ({
    addresses: results.map(neighbourOf),
    in_radius: total,
    ...(total === 0 && { advice: 'No address is this near: try a larger radius_m.' }),
  })) satisfies Told<ReverseGeocodeAnswer>,
  lookupSuburb: ((answer) => ({
    ...answer,
    ...(answer.address_count === 0 && { advice: 'No such suburb or locality was found.' }),
  })) satisfies Told<SuburbAnswer>,
};
