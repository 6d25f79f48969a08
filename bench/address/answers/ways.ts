import { readFileSync } from 'node:fs';

/** A line that people write, and its right answer: a row of src/address/search/WAYS.md. */
interface Way {
  /** The rule that it is written for. */
  readonly rule: string;
  /** As it is typed; ends in `…` while more is to come. */
  readonly typed: string;
  /** The label of the record that is meant, the street alone for any of its addresses, `—` for none. */
  readonly label: string;
  readonly quality: string;
}

/**
 * The document's rows, and the addresses that they are right for: `12 SMITH STREET`, or with another place than most
 * `1 RIVER ROAD | OONOONBA QLD 4811`.
 */
export interface Ways {
  readonly ways: readonly Way[];
  readonly addresses: readonly string[];
}

/** Reads the document; the path is relative to the project's folder. */
export function readWays(path = 'src/address/search/WAYS.md'): Ways {
  const document = readFileSync(path, 'utf8');
  const ways = document.split(/^## /m).flatMap((section) => {
    const rule = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(/^\| `(.+)` +\| (.+?) +\| (.*?) *\|$/gm)].map(
      ([, typed = '', label = '', quality = '']) => ({ rule, typed, label, quality }),
    );
  });
  return { ways, addresses: [...document.matchAll(/^- (.+)$/gm)].map(([, label = '']) => label) };
}
