/** A name with its code, as in the answer's NamedArea. */
export interface Area {
  readonly name: string;
  readonly code: string;
}
