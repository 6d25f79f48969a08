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
/**
 * What a session may do: members read, admins change, operators run the service and may act for
 * every organization.
 */
export type Role = 'member' | 'admin' | 'operator';

/** Which tokens are accepted, and the claims that are read from them. */
export interface SessionRules {
  readonly issuer: string;
  readonly audience: string;
  /** Signature algorithms that are accepted, all asymmetric. */
  readonly algorithms: readonly string[];
  /** Claim with the organization's id: its name, or a path with dots into nested claims. */
  readonly organizationClaim: string;
  /** Claim with the role, or a list of roles: its name, or a path with dots. */
  readonly roleClaim: string;
  /** The value of the role claim for each role; null: no token has this role. */
  readonly roleNames: Readonly<Record<Role, string | null>>;
}

/**
 * Signature algorithms of OpenID Connect providers; symmetric ones and `none` are left out on
 * purpose.
 */
export const ASYMMETRIC_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

/**
 * Audience of the local issuer's one-time links: a link is not accepted as an API token, nor a
 * token as a link.
 */
export const LINK_AUDIENCE = 'letterbox-console-link';

/** The rules for the local issuer's tokens. */
export const LOCAL_RULES: SessionRules = {
  issuer: 'letterbox-local',
  audience: 'letterbox-console',
  algorithms: ['ES256'],
  organizationClaim: 'organization',
  roleClaim: 'role',
  roleNames: { member: 'member', admin: 'admin', operator: 'operator' },
};
