import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url));

/** Set where a program runs on a Node.js that was fetched, so that it does not fetch one again. */
const TOLD = 'LETTERBOX_BENCH_NODE';

/** A Node.js that was fetched. */
interface FetchedNode {
  readonly program: string;
  /** Its packages: where its binary of uWebSockets.js is. */
  readonly packages: string;
}

/**
 * The newest Node.js of a major version, fetched from npm into `cache` unless it is there: the
 * system's own may be older. The binary of uWebSockets.js for it, which `npm ci` leaves out for
 * another version, is fetched too.
 * @throws Error if npm has none for this platform, or it does not run here
 */
function fetchedNode(major: number, cache: string): FetchedNode {
  const folder = join(cache, `node-${major}`);
  const platform = `${process.platform}-${process.arch}`;
  const packages = join(folder, 'node_modules');
  const program = join(packages, `node-${platform}`, 'bin', 'node');
  if (!existsSync(program)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    // `--force`: the binary says that it is for another Node.js than the one that runs npm.
    const flags = ['--force', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', unfinished];
    execFileSync('npm', ['install', ...flags, `node-${platform}@${major}`, ...binariesFor(major, platform)], {
      stdio: ['ignore', 2, 2],
    });
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  }
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0)
    throw new Error(`${program} does not run here: ${version.stderr || version.error?.message}`);
  return { program, packages };
}

/** The package with the binary of uWebSockets.js: the oldest release that has one, since it runs on more systems. */
function binariesFor(major: number, platform: string): string[] {
  const { optionalDependencies: binaries } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const older = binaries[`uws-older-${platform}-${major}`];
  if (older !== undefined) return [older.slice('npm:'.length)];
  const name = `@uwsjs/${platform}-${major}`;
  return name in binaries ? [`${name}@${binaries[name]}`] : [];
}

/**
 * Runs this program once more on a Node.js of another major version, and returns its status; null if it runs on that
 * version already.
 */
export function rerunOn(major: number, cache: string): number | null {
  if (Number(process.versions.node.split('.', 1)[0]) === major) return null;
  if (process.env[TOLD] !== undefined) throw new Error(`this is Node.js ${process.versions.node}, expected ${major}`);
  const { program, packages } = fetchedNode(major, cache);
  const environment = { ...process.env, [TOLD]: String(major), NODE_PATH: packages };
  return spawnSync(program, process.argv.slice(1), { stdio: 'inherit', env: environment }).status ?? 2;
}
