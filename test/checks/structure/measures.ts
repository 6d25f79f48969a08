import type { SourceCounts } from './source-file.ts';

/** A measure of a room: its number, and what it is made of. */
export interface Measured {
  readonly value: number;
  /** `file:line name` of each that is counted, or the files of a chain. */
  readonly of: readonly string[];
}

const parts = (of: readonly string[]): Measured => ({ value: of.length, of });

/** What is measured of a room, by its name. */
export const MEASURES = {
  files: (files) => parts(files.map(({ file }) => file)),
  lines: (files) => ({
    value: files.reduce((sum, { lines }) => sum + lines, 0),
    of: files.map(({ file, lines }) => `${file} ${lines}`),
  }),
  'files of fewer than 25 lines': (files) => parts(files.filter(({ lines }) => lines < 25).map(({ file }) => file)),
  'exports for tests alone': (files) => parts(files.flatMap((it) => it.forTests)),
  'floors of imports': (files) => parts(longestChain(files)),
  'functions of five parameters and more': (files) => parts(files.flatMap((it) => it.manyParameters)),
  'functions of more than 60 lines': (files) => parts(files.flatMap((it) => it.longFunctions)),
  'exported module state': (files) => parts(files.flatMap((it) => it.exportedState)),
  'module state outside workspace.ts': (files) =>
    parts(files.filter(({ file }) => !file.endsWith('/workspace.ts')).flatMap((it) => it.moduleState)),
  limits: (files) => parts(files.flatMap((it) => it.limits)),
  'limits outside limits.ts': (files) =>
    parts(files.filter(({ file }) => !file.endsWith('/limits.ts')).flatMap((it) => it.limits)),
  'places that make a candidate': (files) => parts(files.flatMap((it) => it.candidates)),
  'loops that collect candidates': (files) =>
    parts(files.filter(({ file }) => !file.includes('/resolve/')).flatMap((it) => it.scanLoops)),
  'places that ask whether a query is being typed': (files) => parts(files.flatMap((it) => it.readsOfTyping)),
  'comments wider than 120 columns': (files) => parts(files.flatMap((it) => it.wideComments)),
  'prose wider than 100 columns': (files) => parts(files.flatMap((it) => it.wideProse)),
} satisfies Readonly<Record<string, (files: readonly SourceCounts[]) => Measured>>;

export type Measure = keyof typeof MEASURES;

/** What each measure of each room may be at most; those that are left out may be anything. */
export type Limits = Readonly<Record<string, Readonly<Partial<Record<Measure, number>>>>>;

/** A room's measures, in the order of {@link MEASURES}. */
export function measureRoom(files: readonly SourceCounts[]): Record<Measure, Measured> {
  return Object.fromEntries(Object.entries(MEASURES).map(([name, measure]) => [name, measure(files)])) as Record<
    Measure,
    Measured
  >;
}

/** The longest chain of files of which each imports the next. */
function longestChain(files: readonly SourceCounts[]): string[] {
  const byPath = new Map(files.map((it) => [it.file, it]));
  const chains = new Map<string, string[]>();
  const below = (path: string, above: readonly string[]): string[] => {
    if (above.includes(path)) throw new Error(`a circle of imports: ${[...above, path].join(' → ')}`);
    const known = chains.get(path);
    if (known !== undefined) return known;
    let longest: string[] = [];
    for (const target of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(target)) continue;
      const chain = below(target, [...above, path]);
      if (chain.length > longest.length) longest = chain;
    }
    const chain = [path, ...longest];
    chains.set(path, chain);
    return chain;
  };
  return files.map(({ file }) => below(file, [])).reduce((a, b) => (b.length > a.length ? b : a), []);
}
