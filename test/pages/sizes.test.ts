import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { SiteFile } from '../../src/pages/build/site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('Every page keeps within its limit of bytes', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/src/pages/build/sizes.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const [, pages] = stdout.split('\n\n');
  for (const path of ['/', '/docs', '/letterbox-address.js'])
    expect(pages).toMatch(new RegExp(`^${path} +[1-9]\\d{3,} +\\d+$`, 'm'));
});

it('Every file of the site that gains by it stands there compressed, smaller than it is', () => {
  const files = JSON.parse(readFileSync(`${root}dist/web/files.json`, 'utf8')) as SiteFile[];
  for (const { file } of files) {
    const path = `${root}dist/web/${file}`;
    const { size } = statSync(path);
    if (size < 512) continue;
    for (const kind of ['br', 'gz']) {
      expect(existsSync(`${path}.${kind}`), file).toBe(true);
      expect(statSync(`${path}.${kind}`).size, file).toBeLessThan(size);
    }
  }
});
