/** Who sends a request, as far as admission asks. Valid until the request is answered. */
export interface Caller {
  /** The value of a header by its lower-case name; the empty text when it is absent. */
  header(lowerCaseName: string): string;
  /**
   * The client's address: the same text for all requests of a client, and for a whole network of
   * 2^64 IPv6 addresses.
   */
  address(): string;
}
