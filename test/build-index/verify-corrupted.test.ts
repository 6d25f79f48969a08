import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../build-index/generate/random.ts';
import type { Fault } from '../../build-index/verify/check.ts';
import { FOOTER_BYTES, HEADER_BYTES, PAGE } from '../../src/address/index/format.ts';
import { type Manifest, readManifest, type SectionEntry } from '../../src/address/index/open.ts';
import { ELEMENT_TYPES } from '../../src/address/index/sections.ts';
import { cases, LONG } from '../support/cases.ts';
import { generatedIndex, newFolder } from '../support/shared-releases.ts';
import { DIST } from './builder-programs.ts';

const CORRUPTED = fileURLToPath(new URL('./verify-corrupted.mjs', import.meta.url));

/** The longest that one damaged file may be asked for, on a busy machine too. Far from endless. */
const PATIENCE_MS = 20_000;
const MOST_MEMORY = 1.5e9;

/** Something done to an index file: cut to a length, or bytes replaced. */
interface Variant {
  readonly what: string;
  readonly length?: number;
  readonly edits?: readonly (readonly [offset: number, value: number])[];
  /** Whether `verify` is asked for more than checksums. */
  readonly crossReferences?: boolean;
}

/** What became of a variant. */
interface Result {
  readonly refused?: string;
  readonly answered?: number;
  readonly thrown?: readonly string[];
  readonly asked?: number;
  readonly faults?: readonly Fault[];
  readonly rss?: number;
}

let base: string;
let bytes: Buffer;
let manifest: Manifest;

beforeAll(() => {
  base = generatedIndex(200, 11);
  bytes = readFileSync(base);
  manifest = readManifest(base);
});

/** Variants that one process opens. Each leaves a mapping per section until the process ends, and Linux allows 65530. */
const BATCH = 250;

/** Has processes of their own open, verify and ask every variant. Fails when one crashes, or when a variant takes too long. */
async function resultsOf(variants: readonly Variant[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < variants.length; from += BATCH)
    results.push(...(await batchResults(variants.slice(from, from + BATCH))));
  return results;
}

async function batchResults(variants: readonly Variant[]): Promise<readonly Result[]> {
  const folder = newFolder();
  const job = join(folder, 'job.json');
  writeFileSync(job, JSON.stringify({ base, path: join(folder, 'damaged.lbx'), variants }));
  const child = spawn(process.execPath, ['--max-old-space-size=512', CORRUPTED, DIST, job]);
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => {
    stderr += text;
  });
  const closed = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
  const patience = setTimeout(() => child.kill('SIGKILL'), 2 * PATIENCE_MS);
  const results: Result[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    results.push(JSON.parse(line) as Result);
    patience.refresh();
  }
  clearTimeout(patience);
  const ended = { code: await closed, at: variants[results.length], stderr };
  expect(ended).toEqual({ code: 0, at: undefined, stderr: '' });
  return results;
}

function expectCalm(variant: Variant, { asked = 0, rss = 0 }: Result): void {
  expect({ ...variant, tooSlow: asked > PATIENCE_MS, tooLarge: rss > MOST_MEMORY }).toEqual({
    ...variant,
    tooSlow: false,
    tooLarge: false,
  });
}

function flip(offset: number, bit: number): readonly [number, number] {
  return [offset, bytes[offset] ^ (1 << bit)];
}

function manifestStart(): number {
  return bytes.length - FOOTER_BYTES - bytes.readUInt32LE(bytes.length - FOOTER_BYTES + 4);
}

describe('a damaged index file', () => {
  it('is refused when it is cut short, wherever that is', async () => {
    const lengths = new Set<number>();
    const ends = someSections().flatMap(({ offset, bytes: size }) => [offset, offset + (size >> 1), offset + size]);
    for (const end of [
      0,
      8,
      HEADER_BYTES,
      PAGE,
      PAGE + FOOTER_BYTES,
      ...ends,
      manifestStart(),
      bytes.length - FOOTER_BYTES,
    ])
      for (const length of [end - 1, end, end + 1]) if (length >= 0 && length < bytes.length) lengths.add(length);
    for (let length = bytes.length - 40; length < bytes.length; length++) lengths.add(length);
    const variants = [...lengths].map((length) => ({ what: `cut to ${length} bytes`, length }));
    const results = await resultsOf(variants);
    variants.forEach((variant, i) => {
      expect({ ...variant, refused: results[i].refused }).toEqual({
        ...variant,
        refused: expect.stringMatching(/damaged\.lbx.*(truncated|expected a Letterbox index|not a Letterbox index)/),
      });
    });
  });

  it('is refused, or verify names the section, when any bit is flipped', async () => {
    const random = new Random(5, 'flips');
    const inSections = someSections().flatMap((section) =>
      Array.from({ length: section.bytes === 0 ? 0 : 1 }, () => ({
        section: section.name as string,
        offset: section.offset + random.below(section.bytes),
      })),
    );
    const inGaps = Array.from({ length: cases(20, 60) }, () => random.below(bytes.length)).map((offset) => ({
      section: sectionAt(offset)?.name ?? 'manifest',
      offset,
    }));
    const atEnd = Array.from({ length: cases(15, 40) }, () => ({
      section: 'manifest',
      offset: manifestStart() + random.below(bytes.length - manifestStart()),
    }));
    const header = Array.from({ length: HEADER_BYTES + 20 }, (_, offset) => ({ section: 'manifest', offset }));
    const places = [...inSections, ...inGaps, ...atEnd, ...header];
    const variants = places.map(({ section, offset }) => ({
      what: `bit flipped in ${section}, at ${offset}`,
      edits: [flip(offset, random.below(8))],
    }));
    const results = await resultsOf(variants);
    variants.forEach((variant, i) => {
      const { refused, faults } = results[i];
      expectCalm(variant, results[i]);
      if (refused === undefined)
        expect({ ...variant, faults }).toMatchObject({ faults: [{ section: places[i].section }] });
      else expect(refused).toMatch(/damaged\.lbx: \S/);
    });
    const refusals = results.filter(({ refused }) => refused !== undefined).length;
    expect(refusals).toBeGreaterThan(cases(15, 40));
    expect(refusals).toBeLessThan(results.length / 2);
  });

  it('neither crashes nor hangs a process that asks it, whatever an element of any section says', async () => {
    const random = new Random(6, 'elements');
    const variants = someSections().flatMap((section) => extremes(section, random));
    const results = await resultsOf(variants);
    variants.forEach((variant, i) => {
      expectCalm(variant, results[i]);
      expect({ ...variant, ...results[i] }).toHaveProperty(results[i].refused === undefined ? 'answered' : 'refused');
    });
  });
});

/** Every third section; all in a full run. */
function someSections(): SectionEntry[] {
  return manifest.sections.filter((_, i) => LONG || i % 3 === 0);
}

/** The section whose bytes, or the gap after them, hold a position of the file. */
function sectionAt(position: number): SectionEntry | undefined {
  if (position >= manifestStart()) return undefined;
  return manifest.sections
    .filter(({ offset, bytes: size }) => offset <= position && size > 0)
    .sort((a, b) => b.offset - a.offset)
    .at(0);
}

/** Elements of a section that are replaced at once. */
const MOST_FILLED = 200;

/**
 * Variants with one element of a section, anywhere or late, set to its largest value or to any; and of what the search looks up with the first
 * ones set to any: not the starts of runs, and not what answers copy, which could become as long as all.
 */
function extremes(section: SectionEntry, random: Random): Variant[] {
  const { name, offset, length, type } = section;
  if (length === 0) return [];
  const size = ELEMENT_TYPES[type].BYTES_PER_ELEMENT;
  const largest = () => 0xff;
  const anything = () => random.below(256);
  const replaced = (from: number, count: number, fill: () => number) => ({
    what: `${count} elements of ${name} from ${from} on replaced`,
    crossReferences: true,
    edits: Array.from({ length: count * size }, (_, byte): [number, number] => [offset + from * size + byte, fill()]),
  });
  const anywhere = random.below(length);
  return [
    replaced(anywhere, 1, random.below(2) === 0 ? largest : anything),
    replaced(Math.max(0, length - 2), 1, largest),
    ...(type !== 'u32' || /Start$/.test(name) ? [] : [replaced(0, Math.min(length, MOST_FILLED), anything)]),
  ];
}
