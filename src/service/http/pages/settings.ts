/** Which pages are served: all, the docs without the playground, or none. */
export const PAGE_CHOICES = ['all', 'docs', 'none'] as const;

export type PageChoice = (typeof PAGE_CHOICES)[number];

/** The settings of the pages. */
export interface PageSettings {
  readonly choice: PageChoice;
  /** Where the map's tiles come from: a template with `{z}`, `{x}` and `{y}`, or a PMTiles file; null for none. */
  readonly tiles: string | null;
}

/** Whether a text can be `PageSettings.tiles`: an http or https URL with `{z}`, `{x}` and `{y}`, or of a PMTiles file. */
export function isTilesUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  const names = ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) || /\.pmtiles$/.test(url?.pathname ?? '');
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && names && !/[\s;,'"]/.test(text);
}
