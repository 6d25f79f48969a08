import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
  const timer = setInterval(() => {
    cpuSeconds = cpuOf(child.pid ?? 0) ?? cpuSeconds;
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  const done = said.split('\n').find((line) => line.startsWith('{"event":"done"'));
  if (code !== 0 || done === undefined) throw new Error(said);
  return { ...(JSON.parse(done) as Omit<Measured, 'cpuSeconds'>), cpuSeconds };
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
