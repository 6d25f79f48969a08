import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { findBest } from '../../../src/address/search/find-best.ts';
import { openLedger } from '../../../src/billing/ledger/ledger.ts';
import { addressAt } from '../../../src/lists/match/lookup/address.ts';
import { fieldValues, wantedFields } from '../../../src/lists/match/lookup/enrich-fields.ts';
import { systemClock } from '../../../src/service/admission/clock.ts';
import { newCustomer } from '../../billing/credits/support/machine.ts';
import { freePlan } from '../../billing/ledger/ledgers.ts';
import { launchBrowser } from '../../pages/support/browser.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { hasOpenRefine, type OpenRefine, type Row, startOpenRefine } from './open-refine.ts';

const LINES = 500;
const CREDITS = 10_000;
/** Columns of the list that are parts of the address beside the one that is reconciled. */
const PARTS = ['suburb', 'state', 'postcode'] as const;

/** A list as people keep one: the street in lower case and abbreviated, the place in columns of its own, and some lines that are no address. */
function listOf(index: AddressIndex): Row[] {
  const step = Math.floor(index.manifest.addresses / LINES);
  return Array.from({ length: LINES }, (_, i) => {
    const { addressLabel, localityName, state, postcode } = addressAt(index, i * step);
    const place = { suburb: localityName ?? '', state: state ?? '', postcode: postcode ?? '' };
    const street = (addressLabel ?? '').toLowerCase().replace('street', 'st').replace('road', 'rd');
    if (i % 50 === 7) return { ref: `R${i}`, street: `PO Box ${i}`, ...place };
    if (i % 50 === 8) return { ref: `R${i}`, street: 'xyzzy plugh', suburb: '', state: '', postcode: '' };
    return { ref: `R${i}`, street, ...place };
  });
}

const csvOf = (rows: readonly Row[]) =>
  [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');

describe.skipIf(!hasOpenRefine())(
  '§14.1: OpenRefine (skipped without it: install the Debian package openrefine)',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'letterbox-openrefine-'));
    let service: Letterbox;
    let refine: OpenRefine;
    let index: AddressIndex;
    let key: string;
    let url: string;
    beforeAll(async () => {
      const ledger = await openLedger({ file: join(dataDir, 'ledger.db'), databaseUrl: null });
      key = (await newCustomer(ledger, freePlan(CREDITS), systemClock)).key;
      await ledger.close();
      const file = sampleIndex();
      index = openIndex(file);
      const flags = ['--index', file, '--workers', '1', '--data-dir', dataDir, '--access-log', 'all', '--slow-ms', '1'];
      [service, refine] = await Promise.all([runLetterbox([...flags, '--log-level', 'debug']), startOpenRefine()]);
      url = `http://127.0.0.1:${service.port}/reconcile/${key}`;
    });
    afterAll(async () => {
      await Promise.all([refine?.stop(), service && stopLetterbox(service)]);
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('reconciles a project of 500 lines, extends it by council and mesh block, and exports it', async () => {
      const manifest = (await (await fetch(url)).json()) as Record<string, string>;
      const { identifierSpace, schemaSpace } = manifest;
      const list = listOf(index);
      const project = await refine.createProject('customers', csvOf(list));

      const guessed = await refine.run(project, 'guess-types-of-column', { columnName: 'street', service: url });
      expect(guessed.types).toMatchObject([{ id: 'address', name: 'Address' }]);

      const config = {
        mode: 'standard-service',
        service: url,
        identifierSpace,
        schemaSpace,
        autoMatch: true,
        limit: 0,
        type: { id: 'address', name: 'Address' },
        columnDetails: PARTS.map((name) => ({ column: name, property: { id: name, name } })),
      };
      await refine.run(project, 'reconcile', { columnName: 'street', config: JSON.stringify(config) });
      const properties = [{ id: 'boundaries.lga.name' }, { id: 'meshBlock.code' }];
      await refine.run(project, 'extend-data', {
        baseColumnName: 'street',
        endpoint: url,
        identifierSpace,
        schemaSpace,
        columnInsertIndex: '5',
        extension: JSON.stringify({ properties }),
      });
      await refine.run(project, 'add-column', {
        baseColumnName: 'street',
        newColumnName: 'id',
        columnInsertIndex: '2',
        onError: 'set-to-blank',
        expression: 'grel:cell.recon.match.id',
      });
      await refine.run(project, 'add-column', {
        baseColumnName: 'street',
        newColumnName: 'candidate',
        columnInsertIndex: '3',
        onError: 'set-to-blank',
        expression: 'grel:cell.recon.best.name',
      });

      const rows = parse(await refine.exported(project), { columns: true, delimiter: '\t', quote: false }) as Row[];
      const expected = list.map((row) => {
        const best = findBest(
          index,
          [
            row.street,
            PARTS.map((name) => row[name])
              .filter(Boolean)
              .join(' '),
          ]
            .filter(Boolean)
            .join(', '),
        );
        const isSure = best?.score.quality === 'high';
        const address = isSure ? addressAt(index, best.candidate.ordinal, FIELDS.parts) : null;
        const [lga, meshBlock] = fieldValues(address, FIELDS);
        return { ref: row.ref, id: address?.id ?? '', 'LGA name': lga ?? '', 'mesh block code': meshBlock ?? '' };
      });
      const shown = rows.map(({ ref, id, ...row }) => {
        return { ref, id, 'LGA name': row['LGA name'], 'mesh block code': row['mesh block code'] };
      });
      expect(shown).toEqual(expected);
      const matched = expected.filter(({ id }) => id !== '').length;
      expect(matched).toBeGreaterThan(0.9 * LINES);

      const remaining = Number((await fetch(url)).headers.get('x-ratelimit-remaining'));
      const distinct = new Set(list.map(({ ref: _, ...rest }) => JSON.stringify(rest))).size;
      const extended = new Set(expected.map(({ id }) => id).filter(Boolean)).size;
      expect(CREDITS - remaining).toBe(LINES_OF_A_GUESS + distinct + 3 * extended);
    });

    it('finds the service from its pages, which are of another origin', async ({ skip }) => {
      const browser = await launchBrowser();
      if (browser === null) return skip();
      const page = await browser.newPage();
      await page.goto(refine.url);
      const access = await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const { ReconciliationManager: manager } = globalThis as unknown as RefinePage;
            manager.registerStandardService(url, (place) => resolve(manager.standardServices[place].ui.access));
          }),
        url,
      );
      // Not by JSONP, which runs what the service sends.
      expect(access).toBe('json');
      await page.goto(`${url}/preview?id=${addressAt(index, 0).id}`);
      expect(await page.locator('h1').textContent()).toBe(addressAt(index, 0).addressLabel);
      await browser.close();
    });

    it('leaves no key in the logs of the service', () => {
      const logged = service.stdout.join('\n') + service.stderr();
      expect(logged).toContain('"operation":"reconcileExtend"');
      expect(logged).not.toContain(key);
    });
  },
);

interface RefinePage {
  readonly ReconciliationManager: {
    readonly standardServices: readonly { readonly ui: { readonly access: string } }[];
    registerStandardService(url: string, done: (place: number) => void): void;
  };
}

/** OpenRefine asks about so many lines of a column first, to propose a type. */
const LINES_OF_A_GUESS = 10;
const FIELDS = wantedFields(['boundaries.lga.name', 'boundaries.meshBlock.code']);
