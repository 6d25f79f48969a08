import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';

/** The colours of the map. */
export interface Colours {
  readonly sea: string;
  readonly land: string;
  readonly ink: string;
  readonly halo: string;
  /** From few addresses to many. */
  readonly faint: string;
  readonly middle: string;
  readonly strong: string;
  readonly extent: string;
}

/** Zooms of tiles with density, and the figures that determine the spacing of their squares. */
const FARTHEST = 0;
const NEAREST = 13;
const FINENESS = 7;
const FAR_ZOOM = 6;
const LEAF_LEVEL = 18;
const TILE_PIXELS = 512;

/**
 * Squares touch each other at every zoom: as wide as their spacing, which doubles until the next
 * tiles have finer ones.
 */
const SQUARE_RADIUS = [
  ...['interpolate', ['linear'], ['zoom']],
  ...Array.from({ length: NEAREST - FARTHEST + 1 }, (_, i) => {
    const zoom = FARTHEST + i;
    const apart = TILE_PIXELS / 2 ** (Math.min(LEAF_LEVEL, zoom + FINENESS + (zoom <= FAR_ZOOM ? 1 : 0)) - zoom);
    return [zoom, 0.56 * apart, zoom + 0.999, 1.12 * apart];
  }).flat(),
] as unknown as ExpressionSpecification;

/** The logarithm of the addresses per km². */
const DENSITY: ExpressionSpecification = ['log10', ['max', 0.001, ['get', 'd']]];

/** The style of labels on the map. */
export function labelOf({ ink, halo }: Colours): Required<Pick<SymbolLayerSpecification, 'layout' | 'paint'>> {
  return {
    // The browser draws the text, so no glyphs are fetched.
    layout: { 'text-font': ['sans-serif'], 'text-size': 11 },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  };
}

/** The layers for the tiles of the index, and the extent of a locality, if given. */
export function indexLayers(
  colours: Colours,
  locality: { readonly name: string; readonly state: string | null } | null,
): LayerSpecification[] {
  const { faint, middle, strong, extent, ink } = colours;
  const label = labelOf(colours);
  const source = 'index';
  return [
    {
      id: 'density',
      type: 'circle',
      source,
      'source-layer': 'density',
      layout: { 'circle-sort-key': ['get', 'd'] },
      paint: {
        'circle-radius': SQUARE_RADIUS,
        'circle-color': ['interpolate', ['linear'], DENSITY, -2, faint, 1, middle, 3.4, strong],
        'circle-opacity': ['interpolate', ['linear'], DENSITY, -3, 0.35, 0, 0.8, 2, 1],
        'circle-blur': 0.25,
      },
    },
    {
      id: 'extent',
      type: 'line',
      source,
      'source-layer': 'extents',
      filter: ['all', ['==', ['get', 'name'], locality?.name ?? ''], ['==', ['get', 'state'], locality?.state ?? 'OT']],
      paint: { 'line-color': extent, 'line-width': 1.5, 'line-dasharray': [3, 2] },
    },
    {
      id: 'addresses',
      type: 'circle',
      source,
      'source-layer': 'addresses',
      paint: {
        'circle-radius': ['interpolate', ['exponential', 1.5], ['zoom'], 14, 1.4, 17, 3.5, 19, 6],
        'circle-color': ['interpolate', ['linear'], ['get', 'n'], 1, middle, 30, strong],
        'circle-opacity': 0.9,
      },
    },
    {
      id: 'numbers',
      type: 'symbol',
      source,
      'source-layer': 'addresses',
      minzoom: 16.5,
      filter: ['has', 'number'],
      layout: {
        ...label.layout,
        'text-field': ['get', 'number'],
        'text-size': 10,
        'text-offset': [0, 0.5],
        'text-anchor': 'top',
        'text-padding': 1,
      },
      paint: { ...label.paint, 'text-opacity': 0.85 },
    },
    {
      id: 'street-names',
      type: 'symbol',
      source,
      'source-layer': 'streets',
      minzoom: 14.5,
      layout: {
        ...label.layout,
        'text-field': ['get', 'name'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 15, 10, 18, 13],
        'text-rotate': ['get', 'angle'],
        'text-rotation-alignment': 'map',
        'text-letter-spacing': 0.06,
        'symbol-sort-key': ['-', 0, ['get', 'n']],
      },
      paint: { ...label.paint, 'text-color': middle },
    },
    {
      id: 'locality-names',
      type: 'symbol',
      source,
      'source-layer': 'localities',
      layout: {
        ...label.layout,
        'text-field': ['get', 'name'],
        'text-padding': 6,
        'text-letter-spacing': 0.08,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 10, 14, 14],
        'symbol-sort-key': ['-', 0, ['get', 'n']],
      },
      paint: { ...label.paint, 'text-color': ink },
    },
  ];
}
