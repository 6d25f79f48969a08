import { hash } from 'node:crypto';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Headers } from '../admission/admit.ts';
import { accepts } from './pages/page.ts';
import type { UwsRequest } from './uws.ts';

/** The bytes of a document in one encoding, with its headers. */
export interface Variant {
  readonly body: Uint8Array;
  /** `ETag`, `Last-Modified`, and those of the encoding. */
  readonly headers: Headers;
  /** The headers of a 304 in its place. */
  readonly unchanged: Headers;
}

/** A document that stays the same while a release is served. */
export interface Document {
  readonly plain: Variant;
  /** Null until they are compressed in the background, and for documents too short to gain from it. */
  brotli: Variant | null;
  gzip: Variant | null;
  /**
   * Strong entity tag of the plain text, with its quotation marks; the tag of each encoding begins
   * with it.
   */
  readonly etag: string;
  /** Milliseconds since 1970, a whole second. */
  readonly modifiedAt: number;
  /** Compresses it, unless that is done, or another is being compressed. */
  readonly compress: () => void;
}

/** Shorter documents are sent as they are. */
const LEAST_BYTES = 512;

/** How many documents of a path are kept. */
const MOST_KEPT = 8;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Whether this thread has a document compressed: one at a time, however many there are to make. */
let compressing = false;

/**
 * The JSON documents of a path, one for each URL that `textFor` is asked for. As callers may name
 * any, the last few are kept. `since` is when the release was first served, after which they cannot
 * have changed; `vary` has the headers of a request that they depend on.
 */
export function documentsOf(
  textFor: (url: string) => string,
  since: number,
  vary: readonly string[],
): (url: string) => Document {
  const kept = new Map<string, Document>();
  return (url) => {
    const document = kept.get(url) ?? documentOf(textFor(url), since, vary);
    kept.delete(url);
    kept.set(url, document);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    document.compress();
    return document;
  };
}

function documentOf(text: string, since: number, vary: readonly string[]): Document {
  const body = new TextEncoder().encode(text);
  const tag = hash('sha256', body, 'base64url').slice(0, 22);
  const modifiedAt = Math.floor(since / 1000) * 1000;
  const dated = `Last-Modified: ${new Date(modifiedAt).toUTCString()}`;
  const isShort = body.length < LEAST_BYTES;
  const names = isShort ? vary : ['Accept-Encoding', ...vary];
  const varied = names.length === 0 ? '' : `\r\nVary: ${names.join(', ')}`;
  const variant = (bytes: Uint8Array, encoding: string | null): Variant => {
    const known = `"${tag}${encoding === null ? '' : `-${encoding}`}"\r\n${dated}${varied}`;
    const told = encoding === null ? known : `${known}\r\nContent-Encoding: ${encoding}`;
    return { body: bytes, headers: [['ETag', told]], unchanged: [['ETag', known]] };
  };
  const document: Document = {
    plain: variant(body, null),
    brotli: null,
    gzip: null,
    etag: `"${tag}"`,
    modifiedAt,
    compress() {
      if (isShort || compressing || document.brotli !== null) return;
      compressing = true;
      brotliCompress(body, BROTLI, (error, bytes) => {
        if (error === null) document.brotli = variant(bytes, 'br');
        gzip(body, { level: 9 }, (error, bytes) => {
          if (error === null) document.gzip = variant(bytes, 'gzip');
          compressing = false;
        });
      });
    },
  };
  return document;
}

/** The best variant of a document that a request accepts: brotli, else gzip, else plain. */
export function variantFor({ plain, brotli, gzip }: Document, acceptEncoding: string): Variant {
  return (accepts(acceptEncoding, 'br') ? brotli : null) ?? (accepts(acceptEncoding, 'gzip') ? gzip : null) ?? plain;
}

/** Whether the caller has the document already (RFC 9110, 13.1): `If-None-Match` decides, else `If-Modified-Since`. */
export function isUnchanged(document: Document, request: UwsRequest): boolean {
  const tags = request.getHeader('if-none-match');
  if (tags !== '') {
    return tags.split(',').some((tag) => {
      const known = tag
        .trim()
        .replace(/^W\//, '')
        .replace(/-(?:br|gzip)"$/, '"');
      return known === '*' || known === document.etag;
    });
  }
  const since = request.getHeader('if-modified-since');
  return since !== '' && Date.parse(since) >= document.modifiedAt;
}
