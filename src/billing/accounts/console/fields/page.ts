import { type FieldSet, type FieldValues, integerField, LONGEST_ID, textField } from './fields.ts';

const DEFAULT_ITEMS = 100;
const MAX_ITEMS = 500;

/** The parameters by which a list is read in pages: how many, and after which. */
export function pageFields(item: string): FieldSet {
  return {
    limit: integerField(1, MAX_ITEMS, `The most to answer; ${DEFAULT_ITEMS} unless given.`),
    after: textField(1, LONGEST_ID, `Only those after the ${item} of this id: \`next\` of the page before.`),
  };
}

/** The page of a list that a request asks for. */
export function pageOf(query: FieldValues): { readonly limit: number; readonly after: string | null } {
  return { limit: Number(query.limit ?? DEFAULT_ITEMS), after: query.after === undefined ? null : String(query.after) };
}
