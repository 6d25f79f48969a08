/** What the service says about itself to the playground. */
export interface Settings {
  readonly release: string;
  readonly addresses: number;
  readonly tiles: string | null;
  readonly explain: boolean;
  readonly example: Example | null;
  /** What the form of each call begins with, by `operationId`. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly examples: readonly ExampleQuery[];
}

/** A query that shows something that the search can do. */
export interface ExampleQuery {
  readonly kind: 'typo' | 'unit' | 'range' | 'building' | 'suburb';
  readonly q: string;
}

/** An address that the index has, for forms to begin with. */
export interface Example {
  readonly id: string;
  readonly label: string;
  readonly locality: string;
  readonly state: string;
  readonly postcode: string;
  readonly lat: number;
  readonly lon: number;
}

const KEY = 'letterbox-key';

/** The key of this visit: from the fragment of the address once, then from the tab's own storage. It is never sent but as a header. */
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

/** Asks for the settings once. */
export async function readSettings(): Promise<Settings> {
  const response = await fetch('/playground/settings.json');
  return (await response.json()) as Settings;
}

const THEME = 'letterbox-theme';

/** Sets light or dark as it was chosen before; nothing where the system decides. */
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
