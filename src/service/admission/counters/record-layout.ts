/** Bytes of one element of each type. */
const WIDTH = { i32: 4, i64: 8, bytes: 1 } as const;
/** What an element of each type is aligned to, bytes. */
const ALIGNMENT = { i32: 4, i64: 8, bytes: 4 } as const;

/** A field of a record: its name, its type, and how many elements it has, if not one. */
export type Field = readonly [name: string, type: keyof typeof WIDTH, count?: number];

/** Where each field of a record begins, in elements of its own type. */
export type Offsets<F extends readonly Field[]> = Readonly<Record<F[number][0], number>>;

/**
 * Lays the fields of a record out one after another, each aligned to its type: none can overlap
 * another.
 *
 * @throws Error that names the record and the field when the fields need more than `bytes` or a
 * name occurs twice
 */
export function layOut<const F extends readonly Field[]>(record: string, bytes: number, fields: F): Offsets<F> {
  const offsets = new Map<string, number>();
  let end = 0;
  for (const [name, type, count = 1] of fields) {
    const start = Math.ceil(end / ALIGNMENT[type]) * ALIGNMENT[type];
    end = start + count * WIDTH[type];
    if (offsets.has(name)) throw new Error(`${record}.${name}: there are two fields of that name`);
    if (end > bytes)
      throw new Error(`${record}.${name}: ends at byte ${end} of a record of ${bytes} bytes; make the record larger`);
    offsets.set(name, start / WIDTH[type]);
  }
  return Object.fromEntries(offsets) as Offsets<F>;
}
