import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsText, withFindings } from '../../bench/billing/simulate/report.ts';
import { type Findings, SHORT_EXTENT, simulate, wrongIn } from '../../bench/billing/simulate/simulate.ts';
import { type Postgres, postgresBinaries, startPostgres } from '../../bench/equipment/postgres-server.ts';
import { emptyPostgres } from '../billing/ledger/shared-postgres.ts';

const SKIPPED = 'skipped without PostgreSQL: install it, or set LETTERBOX_TEST_POSTGRES to its bin folder';

describe.skipIf(postgresBinaries() === null)(`a simulated fleet (${SKIPPED})`, () => {
  let server: Postgres;
  let findings: Findings;
  beforeAll(async () => {
    server = await startPostgres(emptyPostgres());
    findings = await simulate(server, SHORT_EXTENT, () => {});
  });
  afterAll(() => server.stop());

  it('has every credit where it belongs, whatever went wrong', () => {
    expect(wrongIn(findings)).toEqual([]);
    expect(findings.faults.map(({ struck }) => struck)).toEqual([1, 3, 3]);
    expect(findings.lastThirds.flatMap(({ runs }) => runs).every(({ calls }) => calls > 50)).toBe(true);
  });

  it('measures what it asks of its database', () => {
    const [{ callsPerSecond, transactionsPerSecond, connections, drainLag, refused }] = findings.loads;
    expect(callsPerSecond).toBe(60);
    // Three machines with ten rounds a second, a connection for each, and one to look on.
    expect(transactionsPerSecond).toBeGreaterThanOrEqual(30);
    expect(connections).toBeGreaterThanOrEqual(4);
    expect(drainLag).toBeGreaterThan(0);
    expect(drainLag).toBeLessThanOrEqual(1100);
    expect(refused).toBe(0);
  });

  it('says what is wrong', () => {
    const [fault] = findings.faults;
    const [third] = findings.lastThirds;
    expect(
      wrongIn({
        loads: [{ ...findings.loads[0], creditsAmiss: 7 }],
        faults: [{ ...fault, creditsAmiss: 1, wronglyEnded: 2 }],
        lastThirds: [{ ...third, runs: [{ ...third.runs[0], oversold: 3, wronglyEnded: 4 }] }],
      }),
    ).toHaveLength(5);
  });

  it('is written between the comments of a document, and nothing else is changed', () => {
    const conditions = { date: '2026-01-15', commit: 'abc1234', machine: 'a machine' };
    const text = findingsText(findings, SHORT_EXTENT, conditions);
    expect(text).toContain('2026-01-15, commit abc1234, a machine');
    for (const { name } of findings.faults) expect(text).toContain(`| ${name} `);
    const document = withFindings('before\n<!-- simulated: begin -->\nbygone\n<!-- simulated: end -->\nafter\n', text);
    expect(document.startsWith('before\n<!-- simulated: begin -->')).toBe(true);
    expect(document.endsWith('<!-- simulated: end -->\nafter\n')).toBe(true);
    expect(document).not.toContain('bygone');
    expect(() => withFindings('no comments', text)).toThrow(/has no <!-- simulated: begin/);
  });
});
