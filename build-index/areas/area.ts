/** A name with its code, as in the answer's NamedArea. */
export interface Area {
  readonly name: string;
  readonly code: string;
}

/** A code as it is inside a JSON string, in UTF-8. */
export function codeBytes(code: string): Buffer {
  return Buffer.from(JSON.stringify(code).slice(1, -1));
}
