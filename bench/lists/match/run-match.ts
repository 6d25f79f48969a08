import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TALLY_WORDS } from '../../../src/lists/match/report/tally.ts';

const PROGRAM = fileURLToPath(new URL('../../../src/lists/match/main.js', import.meta.url));

/** The results of a run of the program. */
export interface Measured {
  readonly lines: number;
  readonly seconds: number;
  /** Lines per second. */
  readonly rate: number;
  /** Peak memory without the mapped index, in bytes. */
  readonly memory: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  /**
   * Of the first thread for each line, while lines are worked on: without start and report. Null
   * where that was too short.
   */
  readonly firstThread: number | null;
}

/** Ticks per second in /proc/<pid>/stat (proc(5)): 100 on every Linux that Node.js runs on. */
const TICKS = 100;

/** Matches a list, and measures it. Throws what the program prints if it fails. */
export async function runMatch(
  index: string,
  list: string,
  out: string,
  workers: number | null,
  extra: readonly string[],
): Promise<Measured> {
  const args = ['--index', index, '--column', 'address', '--out', out, '--overwrite', '--json', ...extra];
  if (workers !== null) args.push('--workers', String(workers));
  const child = spawn(process.execPath, [PROGRAM, list, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let cpuSeconds = 0;
  const seen: FirstThread[] = [];
  const timer = setInterval(() => {
    cpuSeconds = cpuOf(child.pid ?? 0) ?? cpuSeconds;
    const now = firstThreadOf(child.pid ?? 0, `${out}.run/tally`);
    if (now !== null && now.lines > (seen.at(-1)?.lines ?? 0)) seen.push(now);
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  const done = said.split('\n').find((line) => line.startsWith('{"event":"done"'));
  if (code !== 0 || done === undefined) throw new Error(said);
  // With the first lines it still starts workers.
  const [first, last] = [seen.at(1), seen.at(-1)];
  const firstThread =
    first === undefined || last === undefined || last.lines === first.lines
      ? null
      : (last.seconds - first.seconds) / (last.lines - first.lines);
  return { ...(JSON.parse(done) as Omit<Measured, 'cpuSeconds' | 'firstThread'>), cpuSeconds, firstThread };
}

/** How far a run is, and the processor time of its first thread so far. */
interface FirstThread {
  readonly lines: number;
  readonly seconds: number;
}

/** Bytes that a run keeps of each line. */
const TALLY_BYTES = 4 * TALLY_WORDS;

function firstThreadOf(pid: number, tally: string): FirstThread | null {
  try {
    const nanoseconds = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1'), 10);
    return { lines: statSync(tally).size / TALLY_BYTES, seconds: nanoseconds / 1e9 };
  } catch {
    return null;
  }
}

/**
 * Seconds of processor time that a process has used; null if it is gone, or the system has no
 * /proc.
 */
function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
}
