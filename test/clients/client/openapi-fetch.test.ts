import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A program of somebody who uses openapi-fetch with the types of the interface description. */
const program = (use: string) => `import createClient from 'openapi-fetch';
import type { paths } from '${join(ROOT, 'dist/src/clients/client/generated/openapi.js')}';

const client = createClient<paths>({ baseUrl: 'https://addresses.example.com' });
for (const path of ['/v1/address/validate', '/v1/address/autocomplete'] as const) {
  const { data, error } = await client.GET(path, { params: { query: { q: '2 Perth St' } } });
  if (error) console.log(${use});
  else console.log(data);
}
const { error } = await client.GET('/v1/address/enrich', { params: { query: { id: 'GAQLD1' } } });
if (error) console.log(${use});
`;

it('Errors of openapi-fetch have their code without a cast, and no other fields', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-fetch-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compiled = (use: string) => {
    writeFileSync(join(folder, 'program.ts'), program(use));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
    const more = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
    return spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...more, 'program.ts'], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout;
  };
  expect(compiled('error.error.code satisfies string, error.error.request_id')).toBe('');
  expect(compiled('error.error.cod')).toContain("Property 'cod' does not exist");
  rmSync(folder, { recursive: true, force: true });
});
