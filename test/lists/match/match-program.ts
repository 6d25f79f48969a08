import { type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { type Flags, matchCommand } from '../../../src/lists/match/flags.ts';
import { type Address, addressAt, oneLine } from '../../../src/lists/match/lookup/address.ts';
import { matchList } from '../../../src/lists/match/match-list.ts';
import { newFolder, sampleIndex } from '../../support/shared-releases.ts';

const DIST = fileURLToPath(new URL('../../../dist/src/lists/match/', import.meta.url));
const PROGRAM = `${DIST}main.js`;

/** How the program ended. */
export interface Ended {
  readonly code: number | NodeJS.Signals | null;
  readonly out: string;
  /** What it said on standard error: lines of JSON, and sentences. */
  readonly said: string;
}

interface RunOptions {
  /** Its standard input. */
  readonly input?: string | Buffer;
  /** What it says is sentences, as it says it to people; else JSON. */
  readonly asText?: boolean;
  /** It is killed as soon as this is so. */
  readonly killWhen?: (() => boolean) | undefined;
}

/** The program that matches lists, in a folder of its own, and the sample's index that it matches them against. */
export interface MatchProgram {
  readonly index: AddressIndex;
  /** One of twenty addresses, in the order of the index, each in one line too. */
  readonly addresses: readonly (Address & { readonly line: string; readonly ordinal: number })[];
  /** A path in the folder. */
  path(name: string): string;
  /** The sentence with which a list is refused, in this process: files are of the folder. */
  refusal(args: readonly string[]): Promise<string>;
  /** Matches a list in this process, which saves the start of one, and answers what was said on standard error. Throws where it is refused. */
  match(args: readonly string[]): Promise<string>;
  /** Runs the program in the folder to its end. */
  run(args: readonly string[], more?: RunOptions): Promise<Ended>;
}

/** The program, in a new folder. */
export function matchProgram(): MatchProgram {
  const folder = newFolder();
  const file = sampleIndex();
  const index = openIndex(file);
  const addresses = Array.from({ length: Math.floor(index.manifest.addresses / 20) }, (_, i) => {
    const ordinal = 20 * i;
    const address = addressAt(index, ordinal);
    return { ...address, line: oneLine(address), ordinal };
  }).filter(({ addressLabel, postcode, state }) => addressLabel !== null && postcode !== null && state !== null);
  /** A command line with its files in the folder. */
  const parsed = (args: readonly string[]) => {
    const isFile = (i: number) => i === 0 || args[i - 1] === '--out' || args[i - 1] === '--decisions';
    const inFolder = args.map((arg, i) => (isFile(i) ? join(folder, arg) : arg));
    return matchCommand().parse(['--index', file, '--workers', '1', '--json', ...inFolder], { from: 'user' });
  };
  return {
    index,
    addresses,
    path: (name) => join(folder, name),
    refusal: async (args) => {
      const command = parsed(args);
      return matchList(command.args[0], command.opts<Flags>(), new AbortController().signal).then(
        () => 'not refused',
        (error: Error) => error.message,
      );
    },
    match: async (args) => {
      const command = parsed(args);
      // Its workers are threads, which need it compiled.
      const compiled = (await import(/* @vite-ignore */ `${DIST}match-list.js`)) as { matchList: typeof matchList };
      let said = '';
      const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
        said += text;
        return true;
      });
      try {
        await compiled.matchList(command.args[0], command.opts<Flags>(), new AbortController().signal);
      } finally {
        stderr.mockRestore();
      }
      return said;
    },
    run: (args, more = {}) => {
      const own = ['--index', file, '--workers', '1', ...(more.asText === true ? [] : ['--json'])];
      return ended([PROGRAM, ...own, ...args], { cwd: folder }, more);
    },
  };
}

function ended(args: readonly string[], options: SpawnOptions, { input, killWhen }: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: 'pipe' });
    const out: Buffer[] = [];
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
    const timer = setInterval(() => {
      if (killWhen?.()) child.kill('SIGKILL');
    }, 3);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      resolve({ code: code ?? signal, out: Buffer.concat(out).toString(), said });
    });
  });
}
