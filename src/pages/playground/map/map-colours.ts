/** The colours of the map. */
export interface Colours {
  readonly sea: string;
  readonly land: string;
  readonly shore: string;
  readonly ink: string;
  readonly quiet: string;
  readonly halo: string;
  /** From few addresses to many, and the light around many. */
  readonly faint: string;
  readonly middle: string;
  readonly strong: string;
  readonly glow: string;
  /** A road, and its edge. */
  readonly road: string;
  readonly kerb: string;
  readonly extent: string;
}

const LIGHT: Colours = {
  sea: '#cfe0ea',
  land: '#f7f5f0',
  shore: '#a9c4d4',
  ink: '#1d2733',
  quiet: '#46536a',
  halo: '#ffffff',
  faint: '#b9c9ea',
  middle: '#3f6fd8',
  strong: '#0f2a80',
  glow: '#6f97ee',
  road: '#ffffff',
  kerb: '#d3d0c8',
  extent: '#a3480f',
};

const DARK: Colours = {
  sea: '#070b12',
  land: '#161c26',
  shore: '#2b3a50',
  ink: '#f2f5fa',
  quiet: '#aeb9ca',
  halo: '#0b1018',
  faint: '#3b4a68',
  middle: '#e0913b',
  strong: '#fff3cf',
  glow: '#f3a64a',
  road: '#2c3543',
  kerb: '#0d1219',
  extent: '#f0b078',
};

/** The colours of the light or the dark map. */
export function coloursOf(dark: boolean): Colours {
  return dark ? DARK : LIGHT;
}
