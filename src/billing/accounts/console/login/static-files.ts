import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';

/** A file of the console's pages, as it is sent. */
export interface StaticFile {
  readonly body: Buffer;
  readonly gzip: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file of the site as the build lists it (src/pages/build/site.ts). */
interface SiteFile {
  readonly path: string;
  readonly file: string;
  readonly type: string;
  readonly group: string;
  readonly hashed: boolean;
  readonly policy: Readonly<Record<string, string>> | null;
}

/** The built pages of src/pages. Works from the sources and from `dist/`. */
const BUILT = new URL(
  import.meta.url.endsWith('.ts') ? '../../../../../dist/web/' : '../../../../../web/',
  import.meta.url,
);

/** Reads the console's pages, by path. Throws an Error with a sentence when they are not built. */
export function readConsolePages(): ReadonlyMap<string, StaticFile> {
  const list = new URL('files.json', BUILT);
  if (!existsSync(list))
    throw new Error(`The console's pages are not built: there is no ${fileURLToPath(list)}. Run npm run build.`);
  const files = (JSON.parse(readFileSync(list, 'utf8')) as SiteFile[]).filter(({ group }) => group === 'console');
  return new Map(files.map((file) => [file.path === '/console' ? '/' : file.path, read(file)]));
}

function read({ file, type, hashed, policy }: SiteFile): StaticFile {
  const zipped = new URL(`${file}.gz`, BUILT);
  const pageHeaders: Record<string, string> =
    policy === null
      ? {}
      : {
          'Content-Security-Policy': Object.entries(policy)
            .map(([directive, sources]) => `${directive} ${sources}`)
            .join('; '),
          'Cross-Origin-Opener-Policy': 'same-origin',
          'X-Frame-Options': 'DENY',
        };
  return {
    body: readFileSync(new URL(file, BUILT)),
    gzip: existsSync(zipped) ? readFileSync(zipped) : null,
    headers: {
      'Content-Type': type,
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...pageHeaders,
    },
  };
}

/** Sends a file, gzipped if the caller accepts that. */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile, requestId: string): 200 {
  const zipped =
    file.gzip !== null && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(String(request.headers['accept-encoding']));
  const body = zipped ? file.gzip! : file.body;
  response.writeHead(200, {
    ...file.headers,
    ...(zipped && { 'Content-Encoding': 'gzip' }),
    'Content-Length': body.length,
    'X-Request-Id': requestId,
  });
  response.end(body);
  return 200;
}
