import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of the program, from package.json: of the service and of every program beside it. */
export const VERSION: string = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version;

/** The nearest parent folder with a package.json: the same from the sources and from `dist/`. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
