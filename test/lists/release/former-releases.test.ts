import { execFileSync, spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../build-index/generate/random.ts';
import { findFaults } from '../../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES, FILE_STAGES } from '../../../build-index/verify/stages.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { HISTORY_SECTIONS } from '../../../src/address/index/sections.ts';
import { type Calls, openCalls } from '../../address/operations/calls.ts';
import { haversine } from '../../oracle/naive-operations.ts';
import { type NaiveRecord, readNaiveRelease } from '../../oracle/naive-release.ts';
import { buildIndex, newFolder, type ReleaseFolders, SAMPLE, sampleIndex } from '../../support/shared-releases.ts';
import { copyRelease, type EditableRow, type EditedRelease, editAll } from './edited-release.ts';
import { naiveChanges, naiveKinds } from './naive-changes.ts';

type Records = ReadonlyMap<string, NaiveRecord>;
interface Ended {
  readonly last_release: string;
  readonly successor?: string;
}
interface Changes {
  readonly status: string;
  readonly kinds: readonly string[];
  readonly last_release: string | null;
  readonly successor: string | null;
}

const RELEASES = ['2026.08', '2026.11', '2027.02'];
const folder = newFolder();
const file = (name: string) => join(folder, name);
/** The records of the three releases. */
let records: readonly Records[];
/** The index of the third, built with that of the second, which was built with that of the first. */
let calls: Calls;

beforeAll(() => {
  const byState: EditableRow[][] = [];
  const first = dirname(SAMPLE.gnaf);
  copyRelease(first, file('copy')).edit('ADDRESS_DETAIL', (rows) => {
    byState.push(rows.map((row) => ({ ...row })));
    return rows;
  });
  const second = edited(first, 'second', 'AUGUST 2026', 'NOVEMBER 2026', 1);
  const third = edited(second, 'third', 'NOVEMBER 2026', 'FEBRUARY 2027', 2, (release) => {
    let state = 0;
    const random = new Random(3, 'back');
    release.edit('ADDRESS_DETAIL', (rows) => {
      const there = new Set(rows.map((row) => row.ADDRESS_DETAIL_PID));
      const gone = byState[state++]!.filter((row) => !there.has(row.ADDRESS_DETAIL_PID));
      return [...rows, ...gone.filter(() => random.chance(0.3))];
    });
  });
  const folders = [SAMPLE, foldersOf(second), foldersOf(third)];
  records = folders.map((each) => firstById(readNaiveRelease(each).records));
  build(folders[1]!, 'second.lbx', sampleIndex());
  build(folders[2]!, 'third.lbx', file('second.lbx'));
  build(folders[2]!, 'chain.lbx', sampleIndex(), file('second.lbx'));
  calls = openCalls(file('third.lbx'));
});

describe('An index built with former releases', () => {
  it('§12.16 tells of every id that ended which release had it last, and of no other', () => {
    const ended = endedIds(2);
    expect(ended.size).toBeGreaterThan(100);
    for (const [id, last] of ended) {
      const { code, details } = calls.refusal('enrich', { id });
      expect([id, code, (details as Ended).last_release]).toEqual([id, 'NOT_FOUND', RELEASES[last]]);
    }
    for (const id of ['GAQLD0', 'GAQLD', '0', '', 'é', '7'.repeat(64), `${[...ended.keys()][0]}0`]) {
      if (id !== '') expect(calls.refusal('enrich', { id })).toMatchObject({ code: 'NOT_FOUND', details: null });
    }
  });

  it('§12.16 names as successor an address with the same label, locality and state within a kilometre, if there is one', () => {
    let known = 0;
    for (const [id, last] of endedIds(2)) {
      if (last !== 1) continue;
      const best = successorsOf(records[1]!.get(id)!, records[2]!);
      const { successor } = calls.refusal('enrich', { id }).details as Ended;
      if (best.length === 0) expect([id, successor]).toEqual([id, undefined]);
      else expect(best).toContain(successor);
      known += best.length > 0 ? 1 : 0;
    }
    expect(known).toBeGreaterThan(20);
  });

  it('§12.16 follows a successor that has ended too to its own', () => {
    const before = openCalls(file('second.lbx'));
    const followed = { same: 0, next: 0 };
    for (const [id, last] of endedIds(2)) {
      if (last !== 0) continue;
      const { successor: was } = before.refusal('enrich', { id }).details as Ended;
      const { successor } = calls.refusal('enrich', { id }).details as Ended;
      if (was === undefined) expect([id, successor]).toEqual([id, undefined]);
      else if (records[2]!.has(was)) expect([id, successor]).toEqual([id, was]);
      else expect([id, successor]).toEqual([id, (calls.refusal('enrich', { id: was }).details as Ended).successor]);
      if (was !== undefined) followed[records[2]!.has(was) ? 'same' : 'next']++;
    }
    expect(Math.min(followed.same, followed.next)).toBeGreaterThan(0);
  });

  it('§12.17 tells of every id since each release what became of it, as the source tables have it', () => {
    const seen = new Set<string>();
    const ended = endedIds(2);
    for (const id of new Set(records.flatMap((release) => [...release.keys()]))) {
      for (const [since, name] of RELEASES.entries()) {
        const { status, kinds, last_release } = calls.get('changes', { id, since: name }) as unknown as Changes;
        const expected = naiveStory(id, since, ended);
        expect({ id, name, status, kinds, last_release }).toEqual({ id, name, ...expected });
        seen.add(status);
      }
    }
    expect([...seen].sort()).toEqual(['added', 'changed', 'ended', 'moved', 'unchanged']);
  });

  it('§12.17 compares with the oldest release where none is named, and refuses one that it was not built with', () => {
    const [id] = records[2]!.keys();
    expect(calls.get('changes', { id })).toEqual(calls.get('changes', { id, since: RELEASES[0] }));
    expect(calls.refusal('changes', { id, since: '2025.11' })).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { since: ['must be one of the releases that are known here: 2026.08, 2026.11, 2027.02'] },
    });
    expect(calls.refusal('changes', { id: 'GAQLD0', since: RELEASES[0] })).toMatchObject({
      code: 'NOT_FOUND',
      details: null,
    });
  });

  it('has an id again that ended and came back', () => {
    const back = [...records[2]!.keys()].filter((id) => records[0]!.has(id) && !records[1]!.has(id));
    expect(back.length).toBeGreaterThan(10);
    for (const id of back) {
      expect(calls.get('enrich', { id })).toMatchObject({ id });
      expect(calls.get('changes', { id, since: '2026.11' })).toMatchObject({ status: 'added', last_release: null });
      expect(openCalls(file('second.lbx')).refusal('enrich', { id }).details).toMatchObject({
        last_release: '2026.08',
      });
    }
  });

  it('remembers the same whether it was built with the last release alone or with the chain of them', () => {
    const chain = openIndex(file('chain.lbx'));
    for (const section of HISTORY_SECTIONS) {
      const [one, other] = [calls.index, chain].map(({ columns }) => Buffer.from(columns[section].slice().buffer));
      expect(one!.equals(other!), section).toBe(true);
      expect(one!.length).toBeGreaterThan(0);
    }
  });

  it('is sound, and counts what it remembers', () => {
    const { index } = calls;
    expect(findFaults(index, [...FILE_STAGES, ...CROSS_REFERENCE_STAGES])).toEqual([]);
    expect(index.manifest.counts).toMatchObject({
      endedIds: endedIds(2).size,
      changes: index.columns.changedAddress.length,
    });
    const inspected = execFileSync(process.execPath, ['dist/build-index/inspect.js', file('third.lbx')]).toString();
    expect(inspected).toMatch(/^option previous +2026\.11$/m);
    expect(inspected).toMatch(new RegExp(`^ +endedIds +${endedIds(2).size}$`, 'm'));
  });

  it('differs in nothing else from one that was built without them, which knows its own release alone', () => {
    build(foldersOf(file('third')), 'alone.lbx');
    const alone = openCalls(file('alone.lbx'));
    const sections = (index: typeof alone.index) =>
      index.manifest.sections.flatMap(({ name, crc32 }) =>
        (HISTORY_SECTIONS as readonly string[]).includes(name) ? [] : [[name, crc32]],
      );
    expect(sections(alone.index)).toEqual(sections(calls.index));
    expect(alone.index.manifest.sections).toHaveLength(sections(calls.index).length);
    const [ended] = endedIds(2).keys();
    expect(alone.refusal('enrich', { id: ended })).toMatchObject({ code: 'NOT_FOUND', details: null });
    const [id] = records[2]!.keys();
    expect(alone.get('changes', { id })).toMatchObject({ status: 'unchanged', since: '2027.02', release: '2027.02' });
  });

  it('is refused where the former releases are none, or not in their order', () => {
    const build = (...previous: readonly string[]) => {
      const options = previous.flatMap((path) => ['--previous', path]);
      const { status, stderr } = spawnSync(
        process.execPath,
        [
          'dist/build-index/main.js',
          '--gnaf',
          foldersOf(file('second')).gnaf,
          '--out',
          file('refused.lbx'),
          ...options,
        ],
        { encoding: 'utf8' },
      );
      expect(status).toBe(1);
      return stderr;
    };
    writeFileSync(
      file('old.lbx'),
      Buffer.concat([Buffer.from('LBXINDEX'), Buffer.from([9, 0, 0, 0]), Buffer.alloc(9000)]),
    );
    expect(build(file('absent.lbx'))).toContain('absent.lbx does not exist');
    expect(build(file('old.lbx'))).toContain('old.lbx: format version 9, this program reads version');
    expect(build(file('third.lbx'))).toContain('--gnaf: release 2026.11 does not come after 2027.02');
    expect(build(file('second.lbx'))).toContain('--gnaf: release 2026.11 does not come after 2026.11');
    expect(build(file('second.lbx'), sampleIndex())).toContain('release 2026.08 does not come after 2026.11');
  });
});

/** Copies a release and edits it as a quarter does; ids of some addresses are issued anew. */
function edited(
  from: string,
  name: string,
  was: string,
  is: string,
  seed: number,
  more?: (release: EditedRelease) => void,
) {
  const release = copyRelease(from, file(name));
  const random = new Random(seed, 'edits');
  editAll(release, random);
  const ids = new Map<string, string>();
  release.edit('ADDRESS_DETAIL', (rows) =>
    rows.map((row) => {
      if (random.chance(0.9)) return row;
      const id = `${row.ADDRESS_DETAIL_PID}${seed}`;
      ids.set(row.ADDRESS_DETAIL_PID!, id);
      return { ...row, ADDRESS_DETAIL_PID: id };
    }),
  );
  release.edit('ADDRESS_DEFAULT_GEOCODE', (rows) =>
    rows.map((row) => ({ ...row, ADDRESS_DETAIL_PID: ids.get(row.ADDRESS_DETAIL_PID!) ?? row.ADDRESS_DETAIL_PID! })),
  );
  more?.(release);
  renameSync(file(`${name}/G-NAF/G-NAF ${was}`), file(`${name}/G-NAF/G-NAF ${is}`));
  return file(name);
}

function foldersOf(path: string): ReleaseFolders {
  return { gnaf: join(path, 'G-NAF'), abs: join(path, 'abs'), boundaries: join(path, 'boundaries') };
}

function build(release: ReleaseFolders, name: string, ...previous: readonly string[]): void {
  const options = previous.flatMap((path) => ['--previous', path]);
  buildIndex(release, file(name), ['--max-dropped', '100%', '--allow-gaps', ...options]);
}

/** Where a release has an id twice, its first row counts. */
function firstById(all: readonly NaiveRecord[]): Records {
  return new Map(all.toReversed().map((record) => [record.document.id, record]));
}

/** The ids that a release has not and one before it had, with the last that did. */
function endedIds(release: number): Map<string, number> {
  const ended = new Map<string, number>();
  for (let before = 0; before < release; before++)
    for (const id of records[before]!.keys()) if (!records[release]!.has(id)) ended.set(id, before);
  return ended;
}

/** What became of an id after a release, in the third. */
function naiveStory(id: string, since: number, ended: ReadonlyMap<string, number>): Omit<Changes, 'successor'> {
  if (!records[2]!.has(id)) return { status: 'ended', kinds: [], last_release: RELEASES[ended.get(id)!]! };
  const fields = new Set<string>();
  let isAdded = false;
  for (let release = since + 1; release < RELEASES.length; release++) {
    const [was, is] = [records[release - 1]!.get(id), records[release]!.get(id)];
    if (is === undefined) {
      // It has ended for a while: what happened to it before is not known any more.
      fields.clear();
      isAdded = false;
    } else {
      isAdded ||= was === undefined;
      for (const name of Object.keys(naiveChanges(was, is))) fields.add(name);
    }
  }
  const kinds = naiveKinds(fields);
  const changed = kinds.length === 0 ? 'unchanged' : kinds.includes('moved') ? 'moved' : 'changed';
  return { status: isAdded ? 'added' : changed, kinds, last_release: null };
}

/** The ids of the addresses that stand in the place of one that ended: the best of them, several where they are alike. */
function successorsOf({ document: ended }: NaiveRecord, release: Records): string[] {
  const candidates = [...release.values()].flatMap(({ document, principal }) => {
    const same = (['addressLabel', 'localityName', 'state'] as const).every((name) => document[name] === ended[name]);
    if (!same) return [];
    const [from, to] = [ended.location, document.location];
    const metres = from && to ? haversine(from.lat, from.lon, to.lat, to.lon) : 1001;
    return from && to && metres > 1000 ? [] : [{ id: document.id, rank: (principal ? 0 : 10_000) + metres }];
  });
  const least = Math.min(...candidates.map(({ rank }) => rank));
  return candidates.filter(({ rank }) => rank - least < 1e-6).map(({ id }) => id);
}
