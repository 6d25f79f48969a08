import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../build-index/generate/random.ts';
import { CLASSES } from '../accuracy/classes/all.ts';
import type { Setting } from '../accuracy/question.ts';
import { shuffledPositions } from '../accuracy/sampling.ts';
import { Surroundings } from '../accuracy/universe/fitting.ts';
import { nameWordsOf } from '../accuracy/universe/name-words.ts';
import { readCodes, readUniverse } from '../accuracy/universe/read-universe.ts';
import { SimilarStreets } from '../accuracy/universe/similar-streets.ts';
import { fullText, isPrincipal, type Universe } from '../accuracy/universe/universe.ts';
import { lineOfText } from './letterbox.ts';
import type { Found, TypedLine } from './peer.ts';

/** A question of the accuracy benchmark that has a right record. */
interface Asked {
  /** First word of the class's name: `casual`, `unit`. */
  readonly group: string;
  readonly q: string;
  /** The right lines, both by position and as text. */
  readonly right: readonly Found[];
}

/** The material for all peers at one size. */
export interface Prepared {
  readonly addresses: number;
  readonly lines: number;
  /** Random prefixes of random lines. */
  readonly typed: readonly string[];
  /** Lines to type letter by letter. */
  readonly lettered: readonly TypedLine[];
  readonly asked: readonly Asked[];
}

/**
 * Reads a release, and writes its lines (`lines.txt`) and abbreviations (`codes.json`) into a
 * folder. Questions are drawn by the seed.
 */
export function prepareMaterial(
  release: string,
  folder: string,
  { perClass, typed, seed }: { readonly perClass: number; readonly typed: number; readonly seed: number },
): Prepared {
  const universe = readUniverse(release);
  const lines = new Map<string, number>();
  for (let row = 0; row < universe.rows; row++) {
    if (!isPrincipal(universe, row)) continue;
    const line = lineOfText(fullText(universe, row));
    if (!lines.has(line)) lines.set(line, lines.size);
  }
  const list = [...lines.keys()];
  writeFileSync(join(folder, 'lines.txt'), list.join('\n'));
  const streetTypes = [...readCodes(release, 'STREET_TYPE_AUT')].map(([long, short]) => [short, long]);
  const flatTypes = [...readCodes(release, 'FLAT_TYPE_AUT')];
  writeFileSync(
    join(folder, 'codes.json'),
    JSON.stringify([...universe.suffixCode].map(([long, short]) => [short, long]).concat(flatTypes, streetTypes)),
  );
  const random = new Random(seed, 'bench:peers');
  return {
    addresses: universe.rows,
    lines: list.length,
    typed: keystrokesOf(list, random, typed),
    lettered: linesOf(list, new Random(seed, 'bench:peers: lines')),
    asked: questions(universe, lines, perClass, seed),
  };
}

/** Prefixes of random lines in lower case, two characters or longer. */
function keystrokesOf(lines: readonly string[], random: Random, count: number): string[] {
  return Array.from({ length: count }, () => {
    const line = lines[random.below(lines.length)].toLowerCase();
    return line.slice(0, 2 + random.below(line.length - 1));
  });
}

/** Most lines that are typed letter by letter: a fast peer finishes them all. */
const MOST_LETTERED = 1000;

function linesOf(lines: readonly string[], random: Random): TypedLine[] {
  return Array.from({ length: MOST_LETTERED }, () => {
    const position = random.below(lines.length);
    return { text: lines[position].toLowerCase(), found: [lines[position], position] as const };
  });
}

function questions(universe: Universe, lines: ReadonlyMap<string, number>, perClass: number, seed: number): Asked[] {
  const shared = {
    universe,
    surroundings: new Surroundings(universe),
    similarStreets: new SimilarStreets(universe),
    nameWords: nameWordsOf(universe),
  };
  const asked: Asked[] = [];
  for (const { name, rows, ask } of CLASSES) {
    if (rows === null) continue;
    const setting: Setting = { ...shared, random: new Random(seed, name) };
    let left = perClass;
    for (const row of shuffledPositions(universe.rows, setting.random)) {
      if (left === 0) break;
      if (!rows(setting, row)) continue;
      const question = ask(setting, row);
      if (question === null || question.expect !== 'record') continue;
      const accepted = question.accept.map(lineOfText).filter((line) => lines.has(line));
      const right = accepted.flatMap((line) => [line, lines.get(line)!]);
      if (right.length === 0) continue;
      asked.push({ group: name.split(':')[0], q: question.q, right });
      left--;
    }
  }
  const order = Uint32Array.from(asked, (_, i) => i);
  new Random(seed, 'order').shuffle(order, order.length);
  return Array.from(order, (i) => asked[i]);
}
