import { type ErrorAnswer, invalidParameters } from '../errors.ts';
import type { Ask } from '../routes.ts';
import { enriched } from './answers.ts';
import { cellsOf, columnOf, type ExtensionField, fieldNamed } from './fields.ts';

/** The most addresses that are extended at once, and the most fields that they are extended by. */
const MOST_IDS = 100;
const MOST_FIELDS = 100;
/** The longest id, as in enrich. */
const LONGEST_ID = 64;

/** The addresses to extend, and the fields to extend them by. */
export interface Extension {
  readonly ids: readonly string[];
  readonly fields: readonly ExtensionField[];
}

/** An extension while it is being read. */
export interface ExtensionReading {
  /** Takes a member of its object; returns what is wrong with it, or null. */
  readonly take: (name: string, value: unknown) => string | null;
  readonly extension: () => Extension | ErrorAnswer;
}

/** Reads an extension query: `{"ids": […], "properties": [{"id": …}]}`. */
export function readExtension(): ExtensionReading {
  let ids: readonly string[] | null = null;
  let fields: readonly ExtensionField[] | null = null;
  return {
    take(name, value) {
      if (name !== 'ids' && name !== 'properties') return null;
      if (!Array.isArray(value)) return `has "${name}" that are no array`;
      if (name === 'ids') {
        if (value.length > MOST_IDS) return `has more than ${MOST_IDS} ids`;
        if (!value.every(isId)) return `has an id that is no text of 1 to ${LONGEST_ID} characters`;
        ids = [...new Set(value)];
        return null;
      }
      if (value.length > MOST_FIELDS) return `has more than ${MOST_FIELDS} properties`;
      const named = value.map((each) => idOf(each));
      const unknown = named.findIndex((id) => id === null || fieldNamed(id) === undefined);
      if (unknown >= 0)
        return `has ${JSON.stringify(named[unknown])} among its properties, which is no field of an address`;
      fields = named.flatMap((id) => (id === null ? [] : (fieldNamed(id) ?? [])));
      return null;
    },
    extension() {
      if (ids === null) return invalidParameters({ extend: ['has no "ids"'] });
      return fields === null ? invalidParameters({ extend: ['has no "properties"'] }) : { ids, fields };
    },
  };
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= LONGEST_ID;

function idOf(property: unknown): string | null {
  const id = typeof property === 'object' && property !== null ? (property as { readonly id?: unknown }).id : property;
  return typeof id === 'string' ? id : null;
}

/** Writes the cells of an address; empty ones if the id is unknown. */
export function extend(id: string, fields: readonly ExtensionField[]): Ask {
  return (operations, out) => {
    const document = enriched(operations, id);
    out.utf8(JSON.stringify(Object.fromEntries(fields.map((field) => [field.path, cellsOf(document, field)]))));
    return null satisfies ErrorAnswer | null;
  };
}

/** The text around the rows of an extension. */
export function rowsOf({ ids, fields }: Extension) {
  const member = (place: number) => `${JSON.stringify(ids[place])}:`;
  let error = '';
  return {
    open: `{"meta":${JSON.stringify(fields.map(columnOf))},"rows":{`,
    between: ',',
    get close() {
      return `}${error}}`;
    },
    before: member,
    after: '',
    /** An empty row; the end of the answer says why. */
    error(place: number, _status: number, body: string) {
      if (error === '') error = `,${body.slice(1, -1)}`;
      return `${member(place)}{}`;
    },
  };
}
