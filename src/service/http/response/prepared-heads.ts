import type { Headers } from '../../admission/admit.ts';
import { STATUS_LINES } from '../errors.ts';
import type { UwsResponse } from '../uws.ts';
import { DATA, writeChallenge } from './head.ts';
import { ID_LENGTH, type RequestIds } from './request-ids.ts';

/** Writes the head of the answer to the current request: the status, its id, the lines that follow it, and headers. */
export type WriteHead = (response: UwsResponse, status: number, lines: string, headers: Headers) => void;

/** Room for headers after the lines; those that do not fit are written one by one. */
const MOST_HEADERS = 1024;

/** The head of every answer with a status and lines. Only the id and the headers after the lines change. */
interface PreparedHead {
  readonly status: number;
  readonly lines: string;
  readonly bytes: Uint8Array;
  /** Where the id begins, and where the headers. */
  readonly id: number;
  readonly end: number;
  /** By length: making a view costs more than writing the head. */
  readonly views: (Uint8Array | undefined)[];
  /** The name of the header that was written first, which still stands there. */
  first: Uint8Array | null;
}

/**
 * Prepares heads, and writes each as one text: a call of uWebSockets.js costs more than copying all
 * of it. What it takes as the status line goes out as it is, with the header lines after it.
 */
export function prepareHeads(ids: RequestIds): WriteHead {
  const prepared = [prepare(200, DATA)];
  let last = prepared[0]!;
  return (response, status, lines, headers) => {
    if (last.status !== status || last.lines !== lines) {
      const known = prepared.find((head) => head.status === status && head.lines === lines);
      last = known ?? prepare(status, lines);
      if (known === undefined) prepared.push(last);
    }
    ids.write(last.bytes, last.id);
    const { length } = headers;
    let end = last.end;
    let written = 0;
    for (; written < length; written++) {
      const [name, value] = headers[written]!;
      if (typeof name === 'string' || typeof value === 'string') break;
      const from = end + LINE_BREAK.length + name.length + COLON.length;
      if (from + value.length > last.bytes.length) break;
      if (written > 0 || name !== last.first) writeName(last, written, end, name);
      last.bytes.set(value, from);
      end = from + value.length;
    }
    response.writeStatus(viewOf(last, end));
    for (; written < length; written++) {
      const [name, value] = headers[written]!;
      response.writeHeader(name, value);
    }
    if (status === 401) writeChallenge(response);
  };
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const LINE_BREAK = ascii('\r\n');
const COLON = ascii(': ');

function prepare(status: number, lines: string): PreparedHead {
  const line = (STATUS_LINES as Readonly<Record<number, string>>)[status] ?? '200 OK';
  const before = `${line}\r\nX-Request-Id: `;
  const fixed = ascii(`${before}${'req_'.padEnd(ID_LENGTH)}${lines}`);
  const bytes = new Uint8Array(fixed.length + MOST_HEADERS);
  bytes.set(fixed);
  const views = new Array<Uint8Array | undefined>(MOST_HEADERS + 1).fill(undefined);
  return { status, lines, bytes, id: before.length, end: fixed.length, views, first: null };
}

function writeName(head: PreparedHead, place: number, at: number, name: Uint8Array): void {
  head.bytes.set(LINE_BREAK, at);
  head.bytes.set(name, at + LINE_BREAK.length);
  head.bytes.set(COLON, at + LINE_BREAK.length + name.length);
  if (place === 0) head.first = name;
}

function viewOf({ bytes, views, end }: PreparedHead, to: number): Uint8Array {
  let view = views[to - end];
  if (view === undefined) {
    view = bytes.subarray(0, to);
    views[to - end] = view;
  }
  return view;
}
