import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'fflate';
import { packTar } from 'modern-tar';
import { SCOPE } from '../../system/scope.ts';

/** What npm says of every file of a package, whatever it was: its time is 26 October 1985. */
const SAID = { mode: 0o644, uid: 0, gid: 0, uname: '', gname: '', mtime: new Date('1985-10-26T08:15:00Z') };

/**
 * The files of a folder as a package that npm installs. Its bytes depend on names and contents
 * alone: not on times, owners, modes or the folder's order, nor on the machine's zlib, which
 * compresses otherwise on another processor.
 */
export async function tarballOf(folder: string): Promise<Uint8Array> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const entries = paths.map((path) => {
    const body = readFileSync(path);
    const name = `package/${relative(folder, path).replaceAll('\\', '/')}`;
    return { header: { name, size: body.length, ...SAID }, body };
  });
  return gzipSync(await packTar(entries), { level: 9, mtime: 0 });
}

/**
 * A package that others install: what it is made of, and the content of its package.json besides
 * name, version and licence.
 */
export interface PublishedPackage {
  /** Its name below the scope, which is that of src/system/scope.ts. */
  readonly name: string;
  readonly description: string;
  /**
   * Files and folders below `dist`, with their places in the package; files that end in one of
   * `without` are left out.
   */
  readonly copies: Readonly<Record<string, string>>;
  readonly without?: readonly string[];
  /** Scripts that are bundled for Node.js, by their source in `src`, with packages left as imports. */
  readonly bundles?: Readonly<Record<string, string>>;
  /** Type declarations, by the source in `src` that they are of, which says all types that it exports. */
  readonly declarations?: Readonly<Record<string, string>>;
  /** Texts that are written, by file. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The README in the repository, from this heading on. */
  readonly readme: { readonly file: string; readonly from?: string };
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: boolean;
  readonly sideEffects: boolean | readonly string[];
  /** The dependencies of the repository that it needs, at the versions that the repository has. */
  readonly dependencies?: readonly string[];
  /**
   * Packages that the user's project provides, with their versions; those of the scope, which no
   * registry has, with the package's own.
   */
  readonly optionalPeers?: Readonly<Record<string, string | null>>;
}

/**
 * The packages, each made into `dist/packages/<name>` by the build, and served by every service
 * below `/packages/`; `npm publish` there is left to a person.
 */
export const PUBLISHED: readonly PublishedPackage[] = [
  {
    name: 'client',
    description: 'Typed client of Letterbox, an address service for Australia; no dependencies',
    copies: { 'src/clients/client': '.' },
    without: ['.map'],
    readme: { file: 'src/clients/client/README.md' },
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    sideEffects: false,
  },
  {
    name: 'field',
    description: 'A form field that suggests Australian addresses from a Letterbox service; no dependencies',
    copies: {
      'web/letterbox-address.js': 'letterbox-address.js',
      'web/wrappers': '.',
      'web/types': 'types',
    },
    readme: { file: 'src/pages/README.md', from: '## The form field' },
    exports: {
      '.': { types: './types/pages/field/letterbox-address.d.ts', default: './letterbox-address.js' },
      './react': { types: './types/pages/field/wrappers/react.d.ts', default: './react.js' },
      './vue': { types: './types/pages/field/wrappers/vue.d.ts', default: './vue.js' },
    },
    sideEffects: ['./letterbox-address.js'],
    optionalPeers: { react: '>=19', vue: '>=3' },
  },
  {
    name: 'engine',
    description: 'Australian addresses from a Letterbox index, in process: its calls without a service',
    copies: {
      'src/clients/client/types.d.ts': 'types/clients/client/types.d.ts',
      'src/clients/client/generated': 'types/clients/client/generated',
    },
    without: ['.js', '.map'],
    bundles: { 'engine.js': 'engine/engine.ts' },
    declarations: {
      'types/engine/engine.d.ts': 'engine/engine.ts',
      'types/engine/errors.d.ts': 'engine/errors.ts',
    },
    readme: { file: 'src/engine/README.md' },
    exports: { '.': { types: './types/engine/engine.d.ts', default: './engine.js' } },
    engines: true,
    sideEffects: false,
    dependencies: ['fastest-levenshtein', 'flatbuffers', 'koffi'],
  },
  {
    name: 'mcp',
    description:
      'Australian addresses as tools for language models (Model Context Protocol), answered by a Letterbox service',
    copies: {},
    bundles: { 'main.js': 'clients/mcp/main.ts', 'server.js': 'clients/mcp/server.ts' },
    texts: {
      'server.d.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '${SCOPE}/client';

/**
 * Makes a server of the Model Context Protocol whose tools are the calls, made by a client. To be
 * connected to a transport.
 */
export declare function createMcpServer(client: Client, version: string): McpServer;
`,
    },
    readme: { file: 'src/clients/mcp/README.md' },
    exports: { '.': { types: './server.d.ts', default: './server.js' } },
    bin: { 'letterbox-mcp': './main.js' },
    engines: true,
    sideEffects: false,
    dependencies: ['@modelcontextprotocol/sdk', 'commander', 'zod'],
    optionalPeers: { [`${SCOPE}/client`]: null },
  },
];
