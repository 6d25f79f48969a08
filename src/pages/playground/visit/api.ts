/** An answer of the service, with its time and size. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** From sending to the last byte, as the browser sees it. */
  readonly milliseconds: number;
  readonly bytes: number;
  readonly headers: ReadonlyMap<string, string>;
}

type Listener = (credits: number) => void;

/** Calls the service with one key, and counts the credits spent. */
export class Api {
  key: string;
  private spent = 0;
  private costs: ReadonlyMap<string, number> = new Map();
  private readonly listeners: Listener[] = [];

  constructor(key: string) {
    this.key = key;
  }

  /** Sets the cost of each path. */
  price(costs: ReadonlyMap<string, number>): void {
    this.costs = costs;
  }

  /** Calls `listener` with the total of spent credits whenever it changes. */
  onSpent(listener: Listener): void {
    this.listeners.push(listener);
  }

  /**
   * Sends a request. Error answers are returned; it only throws if the service cannot be reached.
   */
  async get(path: string, parameters: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Answer> {
    const answer = await this.send(urlOf(path, parameters), signal ? { signal } : {});
    const isCharged = answer.status === 200 || answer.status === 400 || answer.status === 404;
    if (isCharged) this.spend(this.costs.get(path) ?? 0);
    return answer;
  }

  /** Posts queries, each of which costs what the path does. */
  async post(path: string, queries: readonly unknown[]): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await this.send(path, { method: 'POST', headers, body: JSON.stringify(queries) });
    if (answer.status === 200) this.spend((this.costs.get(path) ?? 0) * queries.length);
    return answer;
  }

  private async send(url: string, { headers = {}, ...request }: RequestInit): Promise<Answer> {
    const started = performance.now();
    const response = await fetch(url, {
      ...request,
      headers: this.key === '' ? headers : { ...headers, 'X-Api-Key': this.key },
      cache: 'no-store',
    });
    const text = await response.text();
    const milliseconds = performance.now() - started;
    const body = parse(text);
    return { status: response.status, body, milliseconds, bytes: text.length, headers: new Map(response.headers) };
  }

  private spend(credits: number): void {
    if (credits === 0) return;
    this.spent += credits;
    for (const listener of this.listeners) listener(this.spent);
  }
}

/** Path and query of a request. */
function urlOf(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? path : `${path}?${query}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error in an error answer; null if there is none. */
export function errorOf({ body }: Answer): { readonly code: string; readonly message: string } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error } = body as { error?: { code: string; message: string } };
  return error ?? null;
}

/** The sentence of an error answer; null for a success. */
export function problemOf({ status, body }: Answer): string | null {
  if (status === 200) return null;
  const { error } = body as { error?: { code: string; message: string; details?: Record<string, unknown> } };
  if (error === undefined) return `The service answered ${status}.`;
  const details = Object.entries(error.details ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  return [`${error.code}: ${error.message}`, ...details].join(' · ');
}
