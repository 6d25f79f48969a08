import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex } from '../../../src/address/index/open.ts';
import { diffIndexes, diffReleases, type ReleaseDiff } from '../../../src/lists/release/diff.ts';
import { MOVE_METRES } from '../../../src/lists/release/tally.ts';
import { CHANGE_LIMITS } from '../../../src/service/release/change-limits.ts';
import { haversine } from '../../oracle/naive-operations.ts';
import { type NaiveRecord, readNaiveRelease } from '../../oracle/naive-release.ts';
import { buildIndex, newFolder, type ReleaseFolders, SAMPLE, sampleIndex } from '../../support/shared-releases.ts';
import { copyRelease, editAll } from './edited-release.ts';
import { FIELDS, naiveChanges } from './naive-changes.ts';

const folder = newFolder();
const edited = join(folder, 'release');
const before = sampleIndex();
const after = join(folder, 'after.lbx');
const ndjson = join(folder, 'changes.ndjson');
let records: { before: Map<string, NaiveRecord>; after: Map<string, NaiveRecord> };
let diff: ReleaseDiff;
let lines: Line[];

/** A line of the NDJSON file. */
interface Line {
  readonly type: string;
  readonly id: string;
  readonly name?: string;
  readonly state: string | null;
  readonly kinds?: readonly string[];
  readonly metres?: number;
  readonly fields?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

beforeAll(() => {
  editAll(copyRelease(dirname(SAMPLE.gnaf), edited), new Random(1, 'edits'));
  const release = { gnaf: join(edited, 'G-NAF'), abs: join(edited, 'abs'), boundaries: join(edited, 'boundaries') };
  buildIndex(release, after, ['--max-dropped', '100%', '--allow-gaps']);
  diff = diffIndexes(openIndex(before), openIndex(after), ndjson);
  lines = readFileSync(ndjson, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  const byId = (folders: ReleaseFolders) =>
    new Map(readNaiveRelease(folders).records.map((record) => [record.document.id, record]));
  records = { before: byId(SAMPLE), after: byId(release) };
});

describe('A diff of two releases', () => {
  it('names every address that was added or removed, and no other', () => {
    const only = (these: Map<string, NaiveRecord>, those: Map<string, NaiveRecord>) =>
      [...these.keys()].filter((id) => !those.has(id)).sort();
    const named = (type: string) =>
      lines
        .filter((line) => line.type === type)
        .map(({ id }) => id)
        .sort();
    expect(named('added')).toEqual(only(records.after, records.before));
    expect(named('removed')).toEqual(only(records.before, records.after));
    expect(named('added').length).toBeGreaterThan(50);
    expect(named('removed').length).toBeGreaterThan(50);
  });

  it('names every address that changed, with its fields in both releases, as the source tables have them', () => {
    const expected = new Map(
      [...records.after].flatMap(([id, record]) => {
        const fields = naiveChanges(records.before.get(id), record);
        return Object.keys(fields).length === 0 ? [] : [[id, fields]];
      }),
    );
    const found = new Map(lines.filter(({ type }) => type === 'changed').map(({ id, fields }) => [id, fields]));
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [id, fields] of expected) expect({ id, fields: found.get(id) }).toEqual({ id, fields });
    const names = new Set([...expected.values()].flatMap((fields) => Object.keys(fields)));
    expect(Object.keys(FIELDS).filter((name) => !names.has(name))).toEqual(['state']);
  });

  it('says how far addresses moved', () => {
    const moved = lines.filter(({ kinds }) => kinds?.includes('moved'));
    const classes = MOVE_METRES.map(() => 0).concat(0);
    for (const { id, metres } of moved) {
      const [from, to] = [records.before, records.after].map((release) => release.get(id)?.document.location);
      if (!from || !to) {
        expect(metres).toBeUndefined();
        continue;
      }
      const distance = haversine(from.lat, from.lon, to.lat, to.lon);
      expect(Math.abs((metres ?? 0) - distance)).toBeLessThan(0.06);
      classes[MOVE_METRES.filter((most) => most < distance).length]++;
    }
    expect(diff.tally.moves).toEqual(classes);
    expect(classes.filter((count) => count > 0).length).toBeGreaterThan(4);
    expect(diff.tally.geocodeGained + diff.tally.geocodeLost + classes.reduce((sum, n) => sum + n)).toBe(moved.length);
  });

  it('counts by locality, by state and in all', () => {
    for (const counts of diff.tally.localities) {
      const within = (release: Map<string, NaiveRecord>) =>
        [...release.values()].filter(({ locality }) => locality.id === counts.id).map(({ document }) => document.id);
      const [old, new_] = [within(records.before), within(records.after)];
      const changed = new_
        .map((id) => lines.find((line) => line.type === 'changed' && line.id === id))
        .filter((line) => line !== undefined);
      const ofKind = (kind: string) => changed.filter(({ kinds }) => kinds?.includes(kind)).length;
      expect(counts).toMatchObject({
        before: old.length,
        after: new_.length,
        added: new_.filter((id) => !records.before.has(id)).length,
        removed: old.filter((id) => !records.after.has(id)).length,
        changed: changed.length,
        moved: ofKind('moved'),
        renamed: ofKind('renamed'),
        recoded: ofKind('recoded'),
        boundaries: ofKind('boundaries'),
        confidence: ofKind('confidence'),
        geocodes: ofKind('geocodes'),
      });
    }
    const { total, states, localities } = diff.tally;
    expect(total).toMatchObject({ before: records.before.size, after: records.after.size });
    for (const name of ['before', 'after', 'added', 'removed', 'changed', 'moved', 'recoded'] as const) {
      const sum = (counts: readonly Record<typeof name, number>[]) => counts.reduce((all, each) => all + each[name], 0);
      expect([sum(states), sum(localities)]).toEqual([total[name], total[name]]);
    }
    expect(lines.at(-1)).toEqual({ type: 'total', ...total });
    expect(lines.filter(({ type }) => type === 'state')).toHaveLength(states.length);
  });

  it('of a release with itself is empty, and the other way round adds what was removed', () => {
    const index = openIndex(before);
    expect(diffIndexes(index, index, null).tally.total).toMatchObject({ added: 0, removed: 0, changed: 0 });
    const { added, removed, changed } = diffIndexes(openIndex(after), index, null).tally.total;
    expect({ added: removed, removed: added, changed }).toEqual({
      added: diff.tally.total.added,
      removed: diff.tally.total.removed,
      changed: diff.tally.total.changed,
    });
  });

  it('is a page that asks nobody for anything', () => {
    const html = join(folder, 'report.html');
    const text = diffReleases({ before, after, html, ndjson: null, limits: CHANGE_LIMITS });
    const page = readFileSync(html, 'utf8');
    expect(page).not.toMatch(/https?:|\bsrc=|\bhref=|url\(|@import|<script|<link/i);
    expect(page.match(/<svg /g)?.length).toBeGreaterThan(2);
    expect(page).toContain(`>${diff.tally.total.moved.toLocaleString('en-AU')}<`);
    expect(text).toMatch(new RegExp(`^All .* ${diff.tally.total.changed.toLocaleString('en-AU')} `, 'm'));
  });

  it('names what is in the way, and leaves nothing behind', () => {
    const to = (file: string) => ({ before, after, html: null, ndjson: join(folder, file), limits: CHANGE_LIMITS });
    expect(() => diffReleases(to('absent/x'))).toThrow(`${join(folder, 'absent/x')} cannot be written`);
    expect(() => diffReleases({ ...to('x.ndjson'), after: join(folder, 'absent.lbx') })).toThrow(
      `${join(folder, 'absent.lbx')} does not exist`,
    );
    expect(() => readFileSync(join(folder, 'x.ndjson'))).toThrow('ENOENT');
  });
});
