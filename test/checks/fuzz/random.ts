/** A seeded stream of random choices: the same seed makes the same. */
export interface Random {
  /** From 0 to `end` - 1. */
  below(end: number): number;
  of<T>(choices: readonly T[]): T;
}

/** Makes a stream (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, of: (choices) => choices[below(choices.length)] };
}

/** Changes bytes here and there, as fuzzers do: flips, inserts, deletes, repeats and moves runs of them, or puts words of a dictionary in. */
export function mutate(random: Random, bytes: Buffer, words: readonly string[], most = 1 << 20): Buffer {
  let changed = bytes;
  for (let i = 1 + random.below(4) * random.below(4); i > 0; i--) changed = mutateOnce(random, changed, words);
  return changed.subarray(0, most);
}

function mutateOnce(random: Random, bytes: Buffer, words: readonly string[]): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.below(random.of([2, 8, 64, 1024])));
  const splice = (put: Buffer | string, until = at) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(put as string, 'latin1'), bytes.subarray(until)]);
  switch (random.below(7)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped[at] ^= 1 << random.below(8);
      return flipped;
    }
    case 1:
      return splice(
        Buffer.from([random.of([0, 0x0a, 0x0d, 0x20, 0x22, 0x25, 0x7c, 0x7f, 0x80, 0xff, random.below(256)])]),
        at + random.below(2),
      );
    case 2:
      return splice('', end);
    case 3:
      return splice(bytes.subarray(at, end));
    case 4:
      return splice(random.of(words));
    case 5:
      return splice(random.of(words), end);
    default: {
      const from = random.below(bytes.length + 1);
      return splice(bytes.subarray(from, from + 1 + random.below(64)));
    }
  }
}
