import { hash } from 'node:crypto';
import type { Headers } from '../admission/admit.ts';
import type { UwsRequest } from './uws.ts';

/** A document that stays the same while a release is served. */
export interface Document {
  readonly body: Uint8Array;
  /** Strong entity tag, with its quotation marks. */
  readonly etag: string;
  /** Milliseconds since 1970, a whole second. */
  readonly modifiedAt: number;
  /** `ETag` and `Last-Modified`. */
  readonly headers: Headers;
}

/** Makes a document of a JSON text. `since` is when the release was first served, the latest that the document can have changed. */
export function jsonDocument(content: object, since: number): Document {
  const body = new TextEncoder().encode(JSON.stringify(content));
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const modifiedAt = Math.floor(since / 1000) * 1000;
  const lastModified = new Date(modifiedAt).toUTCString();
  return { body, etag, modifiedAt, headers: [['ETag', `${etag}\r\nLast-Modified: ${lastModified}`]] };
}

/** Whether the caller has the document already (RFC 9110, 13.1): `If-None-Match` decides, else `If-Modified-Since`. */
export function isUnchanged(document: Document, request: UwsRequest): boolean {
  const tags = request.getHeader('if-none-match');
  if (tags !== '') {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === document.etag);
  }
  const since = request.getHeader('if-modified-since');
  return since !== '' && Date.parse(since) >= document.modifiedAt;
}
