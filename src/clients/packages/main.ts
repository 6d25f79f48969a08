import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import typescript from 'typescript';
import { SCOPE } from '../../system/scope.ts';
import { PUBLISHED, type PublishedPackage, tarballOf } from './packages.ts';

/*
 * Makes the packages that others install, each a folder of dist/packages, with the tarball that the
 * service serves beside it. Run by `npm run build`, after the pages.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DIST = join(ROOT, 'dist');

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

rmSync(join(DIST, 'packages'), { recursive: true, force: true });
for (const published of PUBLISHED) await make(published);
writeFileSync(
  join(DIST, 'packages/files.json'),
  `${JSON.stringify(
    PUBLISHED.map(({ name }) => ({ name, version: own.version, file: fileOf(name) })),
    null,
    2,
  )}\n`,
);

async function make(published: PublishedPackage): Promise<void> {
  const { name, copies, without = [], bundles = {}, declarations = {}, texts = {}, readme } = published;
  const folder = join(DIST, 'packages', name);
  mkdirSync(folder, { recursive: true });
  for (const [from, to] of Object.entries(copies))
    cpSync(join(DIST, from), join(folder, to), {
      recursive: true,
      filter: (source) => !without.some((end) => source.endsWith(end)),
    });
  for (const [file, source] of Object.entries(bundles))
    await build({
      entryPoints: [join(ROOT, 'src', source)],
      outfile: join(folder, file),
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      ...(file === 'main.js' && { banner: { js: '#!/usr/bin/env node' } }),
      logLevel: 'warning',
    });
  for (const [file, source] of Object.entries(declarations)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), declarationOf(join(ROOT, 'src', source)));
  }
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  const whole = readFileSync(join(ROOT, readme.file), 'utf8');
  const from = readme.from === undefined ? 0 : whole.indexOf(readme.from);
  if (from < 0) throw new Error(`${readme.file} has no "${readme.from}", where the README of ${name} begins`);
  writeFileSync(join(folder, 'README.md'), whole.slice(from));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(manifestOf(published, readdirSync(folder)), null, 2)}\n`,
  );
  writeFileSync(join(DIST, 'packages', fileOf(name)), await tarballOf(folder));
}

/** The type declaration of a module by itself, without the compilation of all that it imports. */
function declarationOf(path: string): string {
  const { outputText, diagnostics = [] } = typescript.transpileDeclaration(readFileSync(path, 'utf8'), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true },
  });
  for (const { messageText } of diagnostics) throw new Error(`${path}: ${JSON.stringify(messageText)}`);
  return outputText;
}

/** The name of a package's tarball: another content has another version. */
function fileOf(name: string): string {
  return `letterbox-${name}-${own.version}.tgz`;
}

function manifestOf(published: PublishedPackage, files: readonly string[]): object {
  const { name, description, exports, bin, engines, sideEffects } = published;
  const { dependencies = [], optionalPeers = {} } = published;
  const needed = dependencies.map((each) => [each, own.dependencies[each] ?? own.peerDependencies[each]] as const);
  const peers = Object.keys(optionalPeers);
  return {
    name: `${SCOPE}/${name}`,
    version: own.version,
    description,
    license: own.license,
    type: 'module',
    exports: { ...exports, './package.json': './package.json' },
    files: [...files].sort(),
    sideEffects,
    ...(bin && { bin }),
    ...(engines && { engines: own.engines }),
    ...(needed.length > 0 && { dependencies: Object.fromEntries(needed) }),
    ...(peers.length > 0 && {
      peerDependencies: Object.fromEntries(
        peers.map((peer) => [peer, peer.startsWith(SCOPE) ? own.version : optionalPeers[peer]]),
      ),
      peerDependenciesMeta: Object.fromEntries(peers.map((peer) => [peer, { optional: true }])),
    }),
    publishConfig: { access: 'public' },
  };
}
