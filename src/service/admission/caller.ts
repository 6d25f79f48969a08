/**
 * The sender of a request, as far as admission needs to know. Valid until the request is answered.
 */
export interface Caller {
  /** When the request began, by `performance.now()` of this thread; undefined if that is not known. */
  readonly began?: number | undefined;
  /** The value of a header by its lower-case name; an empty string when it is absent. */
  header(lowerCaseName: string): string;
  /**
   * The client's address: the same text for all requests of a client, and for a whole network of
   * 2^64 IPv6 addresses.
   */
  address(): string;
}
