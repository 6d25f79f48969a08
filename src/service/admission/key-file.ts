import { hash } from 'node:crypto';
import { readSettingsText } from '../../system/settings-file.ts';
import {
  ADDRESS,
  type Admit,
  type Admitted,
  type Headers,
  INVALID_API_KEY,
  MISSING_API_KEY,
  NO_HEADERS,
  productNotAllowed,
} from './admit.ts';
import { CreditHeaders } from './credit-headers.ts';
import { knownKeys, placeBySecret } from './known-keys.ts';
import { isProductName, PRODUCT_NAME_RULE } from './product-names.ts';
import { isLoopbackOrigin, sharedWith } from './publishable/cors.ts';

/** One key of the key file: never the key itself, only its SHA-256 in lower-case hexadecimal. */
export interface KeyEntry {
  readonly sha256: string;
  readonly account: string;
  /** The products (API families) that the account's plan includes. */
  readonly products: readonly string[];
  /**
   * Made by `developmentKey`: whoever has it may see how answers come about. Keys from a file never
   * are.
   */
  readonly development?: true;
}

/** No key is longer: longer ones are refused without being hashed. */
const MAX_KEY_LENGTH = 256;

const FIELDS = ['sha256', 'account', 'products'];

/**
 * Reads a key file: a JSON array of
 * `{ "sha256": "<64 hexadecimal digits>", "account": "<name>", "products": ["address"] }`.
 * @throws Error with a sentence that names the file, the entry, what was found and what was
 * expected
 */
export function readKeyFile(path: string): KeyEntry[] {
  let text: string;
  try {
    text = readSettingsText(path);
  } catch (error) {
    throw new Error(`The key file ${path} cannot be read: ${(error as Error).message}.`);
  }
  return parseKeyFile(text, path);
}

/**
 * Checks the text of a key file; `path` is for the messages only.
 * @throws Error, as `readKeyFile`
 */
export function parseKeyFile(text: string, path: string): KeyEntry[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`The key file ${path} is not JSON: ${(error as Error).message}.`);
  }
  if (!Array.isArray(parsed)) {
    throw new Error(`The key file ${path} holds ${kindOf(parsed)}, expected an array of keys.`);
  }
  const firstWith = new Map<string, number>();
  return parsed.map((value: unknown, i) => {
    const where = `Key ${i + 1} of the key file ${path}`;
    const entry = checkEntry(value, where);
    const first = firstWith.get(entry.sha256);
    if (first !== undefined) throw new Error(`${where} has the same sha256 as key ${first}, expected each key once.`);
    firstWith.set(entry.sha256, i + 1);
    return entry;
  });
}

function checkEntry(value: unknown, where: string): KeyEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${where} is ${kindOf(value)}, expected an object with ${FIELDS.join(', ')}.`);
  }
  const { sha256, account, products } = value as Record<string, unknown>;
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new Error(`${where} has a field "${unknown}", expected only ${FIELDS.join(', ')}.`);
  if (typeof sha256 !== 'string' || !/^[0-9a-fA-F]{64}$/.test(sha256)) {
    const found = typeof sha256 === 'string' ? `a text of ${sha256.length} characters` : kindOf(sha256);
    throw new Error(`${where} has ${found} as sha256, expected 64 hexadecimal digits.`);
  }
  if (typeof account !== 'string' || account === '') {
    throw new Error(`${where} has ${kindOf(account)} as account, expected a name.`);
  }
  if (!Array.isArray(products)) {
    throw new Error(`${where} has ${kindOf(products)} as products, expected an array of names such as "address".`);
  }
  const names: unknown[] = products;
  const odd = names.findIndex((name) => !isProductName(name));
  if (odd !== -1) {
    throw new Error(`${where} has ${kindOf(names[odd])} among its products, expected ${PRODUCT_NAME_RULE}.`);
  }
  return { sha256: sha256.toLowerCase(), account, products: [...new Set(names.filter(isProductName))] };
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (value === '') return 'an empty text';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`;
}

/**
 * A key that is valid for every product and has no limits: for development and benchmarks, on a
 * loopback address only. Its answers carry the credit headers of an uncapped plan, and pages of this
 * machine may read them.
 */
export function developmentKey(key: string): KeyEntry {
  return { sha256: hash('sha256', key, 'hex'), account: 'development', products: [ADDRESS], development: true };
}

/**
 * Admits by a fixed list of keys. A key is hashed at its first use only, and found by `knownKeys`
 * afterwards. Only keys that are in the list are remembered, so the memory is bounded by the list.
 */
export function admitByKeys(keys: readonly KeyEntry[]): Admit {
  const byHash = new Map(keys.map((key) => [key.sha256, accountOf(key)]));
  const known = knownKeys<Account>(keys.length, placeBySecret());
  return (apiKey, product, _operation, caller) => {
    if (apiKey === null) return MISSING_API_KEY;
    let account = known.find(apiKey);
    if (account === undefined) {
      const maybe = apiKey.length > 0 && apiKey.length <= MAX_KEY_LENGTH;
      account = maybe ? byHash.get(hash('sha256', apiKey, 'hex')) : undefined;
      if (account === undefined) return INVALID_API_KEY;
      known.remember(apiKey, account);
    }
    if (!account.products.includes(product)) return productNotAllowed(product, account.products);
    return account.share === null ? account.admitted : account.share(caller.header('origin'));
  };
}

/**
 * Admits pages of this machine with headers that let them read the answer (CORS), and other callers
 * as `admitted` is. The answer is valid until the next call.
 */
function sharedOnLoopback(admitted: Admitted): (origin: string) => Admitted {
  let headers: Headers = NO_HEADERS;
  const shared = { ...admitted, settle: (status: number) => [...headers, ...admitted.settle(status)] };
  return (origin) => {
    if (origin === '' || !isLoopbackOrigin(origin)) return admitted;
    headers = sharedWith(origin);
    return shared;
  };
}

/** Whether pages of an origin may use a key among these: the development key, on this machine. */
export function isKnownToKeys(keys: readonly KeyEntry[]): (origin: string) => boolean {
  const isDevelopment = keys.some(({ development }) => development === true);
  return (origin) => isDevelopment && isLoopbackOrigin(origin);
}

/**
 * Admits every caller as if they had sent the development key among these; null if there is none.
 * For a service that only this machine can reach.
 */
export function admitWithoutKey(keys: readonly KeyEntry[]): Admit | null {
  const key = keys.find(({ development }) => development === true);
  if (key === undefined) return null;
  const { admitted } = accountOf(key);
  return () => admitted;
}

interface Account {
  readonly admitted: Admitted;
  /** Admits by the origin of the page that asks; null for keys that are for no page. */
  readonly share: ((origin: string) => Admitted) | null;
  readonly products: readonly string[];
}

function accountOf(key: KeyEntry): Account {
  const settle = key.development ? uncappedCredits(ADDRESS) : () => NO_HEADERS;
  const admitted: Admitted = { admitted: true, account: key.account, settle };
  const share = key.development ? sharedOnLoopback(admitted) : null;
  return { admitted, share, products: key.products };
}

/**
 * The credit headers that the key of a development service sends with every answer: those of a plan
 * without a cap or a burst limit, whose window is the calendar month in UTC. Nothing is counted. The
 * answer is valid until the next call.
 */
function uncappedCredits(product: string, now: () => number = Date.now): () => Headers {
  const headers = new CreditHeaders(product);
  let reset = 0;
  const state = {
    resetsAt: '',
    resetsIn: 0,
    limit: -1,
    remaining: 0,
    burst: 0,
    burstSeconds: 0,
    burstLeft: { requests: 0, oneMoreIn: 0 },
  };
  return () => {
    const time = now();
    if (time >= reset) {
      reset = startOfNextMonth(time);
      state.resetsAt = new Date(reset).toISOString();
    }
    return headers.of(state);
  };
}

function startOfNextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
