import { withUnit } from '../../equipment/figures.ts';
import type { FaultResult } from './faults.ts';
import { CALLS_PER_SECOND, type LoadResult } from './load.ts';
import type { Extent, Findings, LastThirdResult } from './simulate.ts';

/** Where the chapter has the findings, between two comments. */
const QUOTE = { begin: '<!-- simulated: begin -->', end: '<!-- simulated: end -->' };

/** When, at which commit and on which machine it was simulated. */
export interface Conditions {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
}

/**
 * Percentage of calls refused by two machines in the last third of 5 000 credits, with the leasing
 * of commit b132fe1 (even shares, and rounds of 100 ms), for the same traffic and seeds.
 */
const BEFORE: Readonly<Record<string, number>> = {
  evenly: 3.04,
  'nine in ten at one machine': 5.32,
  'at one machine after the other, 5 s each': 3.23,
  'in bursts of 60 at one of them': 23.26,
};

/** The findings as Markdown. */
export function findingsText(findings: Findings, extent: Extent, { date, commit, machine }: Conditions): string {
  return [
    `Written by \`npm run simulate -- --write\`: ${date}, commit ${commit}, ${machine}.`,
    loadText(findings.loads, extent),
    faultText(findings.faults, extent),
    lastThirdText(findings.lastThirds, extent),
  ].join('\n\n');
}

/**
 * A document with the findings between its comments replaced. Throws if it has no such comments.
 */
export function withFindings(document: string, findings: string): string {
  const [begin, end] = [document.indexOf(QUOTE.begin), document.indexOf(QUOTE.end)];
  if (begin < 0 || end < begin) throw new Error(`The document has no ${QUOTE.begin} followed by ${QUOTE.end}`);
  return `${document.slice(0, begin + QUOTE.begin.length)}\n\n${findings}\n\n${document.slice(end)}`;
}

function loadText(loads: readonly LoadResult[], { accounts }: Extent): string {
  const rows = loads.map((load) => [
    withUnit(load.machines, ''),
    withUnit(load.callsPerSecond, ''),
    withUnit(load.transactionsPerSecond, ''),
    withUnit(load.leasesPerSecond, ''),
    withUnit(load.idleCores, ''),
    withUnit(load.cores, ''),
    withUnit((load.cores / load.callsPerSecond) * 1e6, 'µs'),
    withUnit(load.connections - 1, ''),
    withUnit(load.drainLag, 'ms'),
    withUnit(load.refused * 100, '%'),
  ]);
  const head = [
    ...['machines', 'calls/s', 'transactions/s', 'leases changed/s', 'cores, no calls', 'cores'],
    ...['of a core per call', 'connections', 'drain lag, p99', 'refused within credit'],
  ];
  const memory = loads.at(-1)?.connectionMemory ?? Number.NaN;
  return [
    `**PostgreSQL under a fleet**, by size: ${CALLS_PER_SECOND} calls a second at each machine, spread over ${accounts} accounts with hard caps that are in ` +
      `use on all of them. Cores are processor time of PostgreSQL for a second of simulated time. Each connection has ${withUnit(memory, 'MiB')} of its own.`,
    table(head, rows),
  ].join('\n\n');
}

function faultText(faults: readonly FaultResult[], { faultSeconds }: Extent): string {
  const rows = faults.map((fault) => [
    fault.name,
    `${fault.struck} of ${fault.machines}`,
    withUnit(fault.refusedThere * 100, '%'),
    withUnit(fault.refusedElsewhere * 100, '%'),
    withUnit(fault.recovery, 's'),
    withUnit(fault.creditsAmiss, ''),
  ]);
  const head = [
    'for so long',
    'machines',
    'refused within credit there',
    'elsewhere',
    'all in the ledger after',
    'credits lost or sold twice',
  ];
  return [
    `**What goes wrong**, for ${faultSeconds} simulated seconds. Half of the calls are of an account that has less than a full lease for each machine.`,
    table(head, rows),
  ].join('\n\n');
}

function lastThirdText(lastThirds: readonly LastThirdResult[], { credits }: Extent): string {
  const rows = lastThirds.map(({ traffic, machines, runs }) => {
    const sum = (of: (run: (typeof runs)[number]) => number) => runs.reduce((all, run) => all + of(run), 0);
    const before = machines === 2 && credits === 5000 ? BEFORE[traffic] : undefined;
    return [
      traffic,
      String(machines),
      withUnit(
        sum(({ calls }) => calls),
        '',
      ),
      before === undefined ? '' : withUnit(before, '%'),
      withUnit((sum(({ refused }) => refused) / sum(({ calls }) => calls)) * 100, '%'),
      withUnit((sum(({ refusedAgain }) => refusedAgain) / sum(({ calls }) => calls)) * 100, '%'),
      withUnit(sum(({ roundsPerSecond }) => roundsPerSecond) / runs.length, ''),
    ];
  });
  const head = ['calls come', 'machines', 'calls', 'refused before', 'refused', 'and again a second later', 'rounds/s'];
  return [
    `**The last third of a plan** of ${withUnit(credits, '')} credits, 50 calls a second and 100 at once: calls that kept within rate and burst and got \`RATE_LIMITED\` while the ` +
      'account had credits for them. Before: with even shares and rounds of 100 ms.',
    table(head, rows),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
