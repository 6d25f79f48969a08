import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const SCHEMA = 'src/address/index/manifest.fbs';
const GENERATED = 'src/address/index/generated';
const STAMP = join(GENERATED, 'schema.sha256');

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function flatcVersion(): string | null {
  try {
    return execFileSync('flatc', ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** flatc writes extensionless imports, which Node's resolver refuses. */
function withExtensions(source: string): string {
  return source.replace(/from '(\.[^']+?)(?:\.js|\.ts)?'/g, "from '$1.ts'");
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function generate(folder: string): void {
  execFileSync('flatc', ['--ts', '--gen-all', '-o', folder, SCHEMA], { stdio: 'inherit' });
  for (const file of files(folder)) {
    const path = join(folder, file);
    writeFileSync(path, withExtensions(readFileSync(path, 'utf8')));
  }
}

/** Answers what is stale about the generated code, or null when it is fresh. */
function staleness(): string | null {
  const [schema, version] = readFileSync(STAMP, 'utf8').trim().split('\n');
  if (schema !== sha256(SCHEMA)) return `${GENERATED} was made from another ${SCHEMA}; run \`npm run schema\``;
  if (flatcVersion() !== version) return null;
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-schema-'));
  try {
    generate(folder);
    if (files(folder).join() !== files(GENERATED).join())
      return `${GENERATED} holds other files than ${version} writes; run \`npm run schema\``;
    for (const file of files(folder))
      if (readFileSync(join(folder, file), 'utf8') !== readFileSync(join(GENERATED, file), 'utf8'))
        return `${join(GENERATED, file)} is not what ${version} writes; run \`npm run schema\``;
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv.includes('--check')) {
  const stale = staleness();
  if (stale !== null) {
    console.error(stale);
    process.exit(1);
  }
} else {
  const version = flatcVersion();
  if (version === null) {
    console.error('flatc is not installed; it is in the package flatbuffers-compiler of Debian and Ubuntu');
    process.exit(1);
  }
  rmSync(GENERATED, { recursive: true, force: true });
  generate(GENERATED);
  writeFileSync(STAMP, `${sha256(SCHEMA)}\n${version}\n`);
}
