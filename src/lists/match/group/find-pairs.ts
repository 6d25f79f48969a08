import { RECORD_WORDS } from './keys.ts';

/** Two rows of the same place. */
export interface Pair {
  /**
   * The line in the list, and that of the other row, which comes before it or is in the list that it is compared with.
   */
  readonly line: number;
  readonly other: number;
  readonly isAgainst: boolean;
  /** The most that they have in common. */
  readonly same: 'household' | 'address';
  /** Position of the address in the index. */
  readonly address: number;
}

/** How many places a list has, and how many of its lines are at the place of an earlier line. */
export interface Places {
  readonly places: number;
  readonly repeats: number;
}

/** What grouping came to. */
export interface GroupCounts {
  /** Lines whose address is certain. */
  readonly certain: number;
  readonly addresses: Places;
  readonly buildings: Places;
  readonly households: Places;
  /** Of the other list: lines that are certain, and the lines of this list at their addresses and in their households; null without one. */
  readonly against: { readonly certain: number; readonly addresses: number; readonly households: number } | null;
}

/**
 * Records as `writeRecord` wrote them, however they are cut into chunks; each call reads them again, in the order of
 * the lines.
 */
export type Records = () => AsyncIterable<Buffer>;

const RECORD_BYTES = 4 * RECORD_WORDS;
/** Parts of the index whose records are counted together. */
const PARTS = 4096;
/** Records that are in memory at the same time: more only where one of the `PARTS` has more. */
const MOST_RECORDS = 1 << 21;

/**
 * Pairs rows of the same address, by address, then line: each row with the first of its household, or else of its
 * address, in its own list, and likewise in the other. So n rows of a place make n − 1 pairs. Memory is bounded by
 * `mostRecords`, however long the lists: they are read once for each batch of that many.
 */
export async function findPairs(
  addresses: number,
  list: Records,
  against: Records | null,
  take: (pair: Pair) => Promise<void> | void,
  mostRecords = MOST_RECORDS,
): Promise<GroupCounts> {
  const partOf = (address: number) => Math.floor(((address - 1) * PARTS) / addresses);
  const counts = new Uint32Array(PARTS);
  const seen = new Uint8Array(Math.ceil(addresses / 8) + 1);
  const total = { list: 0, against: 0, buildings: 0 };
  for await (const words of recordsOf(list))
    for (let at = 0; at < words.length; at += RECORD_WORDS) {
      counts[partOf(words[at])]++;
      total.list++;
      const building = words[at + 1];
      const bit = 1 << (building & 7);
      if ((seen[building >> 3] & bit) === 0) total.buildings++;
      seen[building >> 3] |= bit;
    }
  if (against !== null)
    for await (const words of recordsOf(against))
      for (let at = 0; at < words.length; at += RECORD_WORDS) {
        counts[partOf(words[at])]++;
        total.against++;
      }

  const found = { addresses: 0, households: 0, named: 0, atOther: 0, inOther: 0 };
  for (let from = 0; from < PARTS; ) {
    let end = from;
    let size = 0;
    do size += counts[end++];
    while (end < PARTS && size + counts[end] <= mostRecords);
    if (size > 0) await findIn(from, end, size);
    from = end;
  }
  const { list: certain } = total;
  return {
    certain,
    addresses: { places: found.addresses, repeats: certain - found.addresses },
    buildings: { places: total.buildings, repeats: certain - total.buildings },
    households: { places: found.households, repeats: found.named - found.households },
    against: against === null ? null : { certain: total.against, addresses: found.atOther, households: found.inOther },
  };

  /** Finds the pairs of some parts of the index. */
  async function findIn(first: number, end: number, size: number): Promise<void> {
    const words = new Uint32Array(size * RECORD_WORDS);
    let read = 0;
    /** The records of the other list come first. */
    let others = 0;
    for (const records of against === null ? [list] : [against, list]) {
      for await (const some of recordsOf(records))
        for (let at = 0; at < some.length; at += RECORD_WORDS) {
          const part = partOf(some[at]);
          if (part < first || part >= end) continue;
          words.set(some.subarray(at, at + RECORD_WORDS), RECORD_WORDS * read++);
        }
      if (records === against) others = read;
    }
    // A sort of typed arrays is stable: rows of an address stay in their order.
    const order = Uint32Array.from({ length: size }, (_, i) => i).sort(
      (a, b) => words[RECORD_WORDS * a] - words[RECORD_WORDS * b],
    );
    for (let i = 0; i < size; ) {
      const address = words[RECORD_WORDS * order[i]];
      const [own, other]: readonly Firsts[] = [
        { address: 0, households: new Map() },
        { address: 0, households: new Map() },
      ];
      for (; i < size && words[RECORD_WORDS * order[i]] === address; i++) {
        const at = RECORD_WORDS * order[i];
        const line = words[at + 4];
        const key = words[at + 3] === 0 ? null : `${words[at + 2]} ${words[at + 3]}`;
        if (order[i] < others) {
          note(other, key, line);
          continue;
        }
        const within = earlier(own, key);
        const between = earlier(other, key);
        if (within === null) found.addresses++;
        if (key !== null) {
          found.named++;
          if (within?.same !== 'household') found.households++;
          if (between?.same === 'household') found.inOther++;
        }
        if (between !== null) found.atOther++;
        for (const [pair, isAgainst] of [[within, false] as const, [between, true] as const])
          if (pair !== null) await take({ line, ...pair, isAgainst, address: address - 1 });
        note(own, key, line);
      }
    }
  }
}

/** The first lines of a list at an address. */
interface Firsts {
  /** 0 for none. */
  address: number;
  readonly households: Map<string, number>;
}

function note(firsts: Firsts, key: string | null, line: number): void {
  if (firsts.address === 0) firsts.address = line;
  if (key !== null && !firsts.households.has(key)) firsts.households.set(key, line);
}

function earlier({ address, households }: Firsts, key: string | null): Pick<Pair, 'other' | 'same'> | null {
  const ofHousehold = key === null ? undefined : households.get(key);
  if (ofHousehold !== undefined) return { other: ofHousehold, same: 'household' };
  return address === 0 ? null : { other: address, same: 'address' };
}

/** The words of whole records, chunk by chunk. */
async function* recordsOf(records: Records): AsyncGenerator<Uint32Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of records()) {
    const all = Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % RECORD_BYTES);
    yield new Uint32Array(new Uint8Array(all.subarray(0, whole)).buffer);
    rest = all.subarray(whole);
  }
}
