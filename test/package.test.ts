import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { exports, dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** What is there where the package is installed: the wrappers for frameworks are used by those who have them. */
const installed = { ...dependencies, ...peerDependencies };

describe('The package', () => {
  it('has what it exports, and every file and dependency that those files import', () => {
    const listed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const packed = new Set<string>(JSON.parse(listed)[0].files.map(({ path }: { path: string }) => path));
    const doors = Object.values<Record<string, string>>(exports).flatMap((door) => Object.values(door));
    const missing: string[] = [];
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      if (!packed.has(path)) return void missing.push(path);
      const source = readFileSync(join(ROOT, path), 'utf8');
      for (const [, name] of source.matchAll(/^(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]/gm)) {
        if (!name.startsWith('.')) {
          const module = name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/');
          if (!name.startsWith('node:') && !(module in installed)) missing.push(name);
        } else if (path.endsWith('.d.ts')) visit(join(dirname(path), name).replace(/\.ts$/, '.d.ts'));
        else visit(join(dirname(path), name));
      }
    };
    for (const door of doors) visit(join(door));
    expect(missing).toEqual([]);
    expect(seen.size).toBeGreaterThan(doors.length);
    for (const path of ['dist/src/main.js', 'dist/web/files.json', 'dist/web/playground.html', 'data/plans.json'])
      expect(packed, path).toContain(path);
    expect([...packed].filter((path) => /^(test|bench|node_modules)\/|\.map$/.test(path))).toEqual([]);
  });
});
