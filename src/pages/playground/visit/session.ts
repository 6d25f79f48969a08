/** What the service tells the playground about itself. */
export interface Settings {
  readonly release: string;
  readonly addresses: number;
  readonly tiles: string | null;
  readonly explain: boolean;
  readonly example: Example | null;
  /** The initial values of each call's form, by `operationId`. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly examples: readonly ExampleQuery[];
}

/** A query that shows an ability of the search. */
export interface ExampleQuery {
  readonly kind: 'typo' | 'unit' | 'range' | 'building' | 'suburb';
  readonly q: string;
}

/** An address of the index, to fill forms with. */
interface Example {
  readonly id: string;
  readonly label: string;
  readonly locality: string;
  readonly state: string;
  readonly postcode: string;
  readonly lat: number;
  readonly lon: number;
}

const KEY = 'letterbox-key';

/**
 * The key of this visit: from the fragment of the URL at first, then from the tab's own storage. It
 * is only ever sent as a header.
 */
export function initialKey(): string {
  const given = /^#key=/.test(location.hash) ? new URLSearchParams(location.hash.slice(1)).get('key') : null;
  if (given !== null) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? '';
}

export function rememberKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

/** Fetches the settings. */
export async function readSettings(): Promise<Settings> {
  const response = await fetch('/playground/settings.json');
  return (await response.json()) as Settings;
}

const THEME = 'letterbox-theme';

/** Restores the chosen light or dark theme; without one the system decides. */
export function restoreTheme(): void {
  const theme = localStorage.getItem(THEME);
  if (theme !== null) document.documentElement.dataset.theme = theme;
}

export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

export function toggleTheme(): void {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(THEME, theme);
}
