/**
 * A `traceparent` header of W3C Trace Context: version, trace id, parent id and flags. Later
 * versions may add more after the flags.
 */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/**
 * The trace id in a `traceparent` header, 32 hexadecimal digits; undefined if there is none, or it
 * is malformed.
 */
export function traceIdIn(traceparent: string): string | undefined {
  return traceparent === '' ? undefined : TRACEPARENT.exec(traceparent)?.[1];
}
