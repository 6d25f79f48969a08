import { existsSync, readFileSync } from 'node:fs';

const LOCK = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * What to do where another package is installed than the lock file names, as after a pull; null where all are, or where
 * another program than npm has installed them. Packages for other platforms may be missing.
 * @returns {string | null}
 */
export function installAdvice() {
  if (!existsSync(INSTALLED)) return null;
  const [wanted, installed] = [LOCK, INSTALLED].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const there = installed[path]?.version;
    if (path === '' || there === version || (there === undefined && optional)) continue;
    const is = there === undefined ? 'not installed' : `installed as ${there}`;
    return `${name} ${version} of ${LOCK} is ${is}: run \`npm ci\`.`;
  }
  return null;
}
