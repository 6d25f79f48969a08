/**
 * The value of a cookie in a `Cookie` header; null if it is absent, or there twice, since another
 * site may have set one of the two.
 */
export function cookieOf(header: string | undefined, name: string): string | null {
  const found = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

/**
 * The names and attributes of the console's cookies, which depend on whether browsers use https.
 */
export interface CookieJar {
  readonly session: string;
  readonly attempt: string;
  /** A `Set-Cookie` header; `seconds` 0 removes the cookie. */
  set(name: string, value: string, seconds: number, sameSite: 'Strict' | 'Lax'): string;
}

/**
 * The cookies of a console; over https they have the `__Host-` prefix, so that no neighbouring host
 * can set them.
 */
export function cookieJar(secure: boolean): CookieJar {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}letterbox-session`,
    attempt: `${prefix}letterbox-login`,
    set: (name, value, seconds, sameSite) =>
      `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure ? '; Secure' : ''}`,
  };
}
