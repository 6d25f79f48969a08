/** A problem with the identity provider's configuration, in a sentence. */
export class ProviderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderError';
  }
}

/**
 * An address of the identity provider: the `issuer` or its `jwks_uri`. Throws a ProviderError if it
 * is neither https nor on this machine: keys fetched over plain http could be anybody's.
 */
export function providerAddress(address: string, what: 'issuer' | 'jwks_uri'): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const local = url?.hostname === 'localhost' || url?.hostname === '[::1]' || url?.hostname.startsWith('127.');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && local)) return url;
  throw new ProviderError(`The ${what} is "${address}", expected an https address (http only on this machine).`);
}
