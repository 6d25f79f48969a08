import { hash, randomBytes } from 'node:crypto';
import type { Session } from '../session/session.ts';

/** How long a session lasts, and how long without a request, ms. */
const LONGEST_MS = 8 * 3_600_000;
const IDLE_MS = 2 * 3_600_000;
/**
 * After how long a session gets a new id, and how long the old one stays valid, for requests of
 * other tabs that are in flight, ms.
 */
const ROTATE_MS = 15 * 60_000;
const OVERLAP_MS = 60_000;
/** Sessions at a time; beyond that the oldest ends. */
const MOST = 10_000;

/** A session of a browser. */
export interface BrowserSession {
  readonly session: Session;
  /** The token that requests which change something must send besides the cookie. */
  readonly csrf: string;
  readonly expiresAt: number;
}

interface Entry extends BrowserSession {
  usedAt: number;
  rotatedAt: number;
  ids: Set<string>;
}

/** The sessions of browsers, in memory: they end with the process. Only hashes of ids are kept. */
export class BrowserSessions {
  readonly #now: () => number;
  readonly #entries = new Map<string, { readonly entry: Entry; until: number }>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Begins a session of at most `longest` milliseconds; returns its new id. */
  begin(session: Session, longest = LONGEST_MS): { readonly id: string; readonly seconds: number } {
    const now = this.#now();
    this.#forget(now);
    const length = Math.min(longest, LONGEST_MS);
    const csrf = randomBytes(32).toString('base64url');
    const entry: Entry = { session, csrf, expiresAt: now + length, usedAt: now, rotatedAt: now, ids: new Set() };
    return { id: this.#name(entry), seconds: Math.floor(length / 1000) };
  }

  /** The session of an id; null if there is none, or it has ended. */
  find(id: string | null): BrowserSession | null {
    return this.#entry(id);
  }

  /** A new id for a session whose id is old; null when it keeps its id. */
  rotate(id: string | null): { readonly id: string; readonly seconds: number } | null {
    const entry = this.#entry(id);
    const now = this.#now();
    if (entry === null || now - entry.rotatedAt < ROTATE_MS) return null;
    entry.rotatedAt = now;
    for (const old of entry.ids) {
      const known = this.#entries.get(old);
      if (known) known.until = Math.min(known.until, now + OVERLAP_MS);
    }
    return { id: this.#name(entry), seconds: Math.ceil((entry.expiresAt - now) / 1000) };
  }

  /** Ends a session under all of its ids. */
  end(id: string | null): void {
    const entry = this.#entry(id);
    if (entry !== null) this.#remove(entry);
  }

  #entry(id: string | null): Entry | null {
    const found = id === null ? undefined : this.#entries.get(hash('sha256', id));
    const now = this.#now();
    if (found === undefined || now >= found.until) return null;
    const { entry } = found;
    if (now >= entry.expiresAt || now - entry.usedAt >= IDLE_MS) {
      this.#remove(entry);
      return null;
    }
    entry.usedAt = now;
    return entry;
  }

  #name(entry: Entry): string {
    const id = randomBytes(32).toString('base64url');
    const hashed = hash('sha256', id);
    entry.ids.add(hashed);
    this.#entries.set(hashed, { entry, until: entry.expiresAt });
    return id;
  }

  #remove(entry: Entry): void {
    for (const id of entry.ids) this.#entries.delete(id);
  }

  #forget(now: number): void {
    for (const [id, { entry, until }] of this.#entries) {
      if (now < until && now - entry.usedAt < IDLE_MS && this.#entries.size < MOST) continue;
      this.#entries.delete(id);
      entry.ids.delete(id);
    }
  }
}

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
