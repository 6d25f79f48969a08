import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadOptional, MissingPackage } from '../../src/system/optional-package.ts';

const MCP = fileURLToPath(new URL('../../dist/src/clients/mcp/main.js', import.meta.url));

/** A module that makes packages missing in the program that it is imported into. */
function without(...packages: readonly string[]): string {
  const hooks = `export async function resolve(name, context, next) {
    const missing = ${JSON.stringify(packages)}.find((each) => name === each || name.startsWith(each + '/'));
    if (missing === undefined) return next(name, context);
    throw Object.assign(new Error("Cannot find package '" + missing + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
  }`;
  const asUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
  return asUrl(`import { register } from 'node:module'; register(${JSON.stringify(asUrl(hooks))});`);
}

const runMcp = (...args: readonly string[]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [...args, '--version'], { encoding: 'utf8' });
  return { status, stderr, stdout };
};

it('A program says which package it lacks and how to get it, without a stack trace', () => {
  const lacking = spawnSync(process.execPath, ['--import', without('@modelcontextprotocol/sdk'), MCP], {
    encoding: 'utf8',
    input: '',
  });
  expect(lacking).toMatchObject({
    status: 1,
    stdout: '',
    stderr:
      'error: mcp needs the package @modelcontextprotocol/sdk, which is not installed: npm install @modelcontextprotocol/sdk zod.\n',
  });
  expect(runMcp('--import', without('zod'), MCP).status, 'what needs no package is answered').toBe(0);
});

it('Only the absence of a named package is told so', async () => {
  const absent = loadOptional(() => import('no-such-package' as string), 'This', ['no-such-package', 'another']);
  await expect(absent).rejects.toThrow(
    new MissingPackage(
      'This needs the package no-such-package, which is not installed: npm install no-such-package another.',
    ),
  );
  const other = loadOptional(() => import('no-such-package' as string), 'This', ['another']);
  await expect(other).rejects.not.toBeInstanceOf(MissingPackage);
  const broken = new Error("a fault of 'another'");
  await expect(loadOptional(() => Promise.reject(broken), 'This', ['another'])).rejects.toBe(broken);
  expect(await loadOptional(async () => 7, 'This', ['another'])).toBe(7);
});
