import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Colours } from './map-colours.ts';
import { nameLayers } from './name-layers.ts';

/** What of the index is drawn. */
export interface IndexView {
  /** The locality whose extent is shown, by its official name. */
  readonly locality: { readonly name: string; readonly state: string | null } | null;
  /** Whether roads are drawn through addresses: where the operator's map has none. */
  readonly roads: boolean;
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
function squareRadius(share: number): ExpressionSpecification {
  return [
    ...['interpolate', ['linear'], ['zoom']],
    ...Array.from({ length: NEAREST - FARTHEST + 1 }, (_, i) => {
      const zoom = FARTHEST + i;
      const apart = TILE_PIXELS / 2 ** (Math.min(LEAF_LEVEL, zoom + FINENESS + (zoom <= FAR_ZOOM ? 1 : 0)) - zoom);
      return [zoom, share * apart, zoom + 0.999, 2 * share * apart];
    }).flat(),
  ] as unknown as ExpressionSpecification;
}

/** The logarithm of the addresses per km². */
const DENSITY: ExpressionSpecification = ['log10', ['max', 0.001, ['get', 'd']]];

/** The width of a road, from a line far out to that of a street with its verges near by, px. */
function roadWidth(more: number): ExpressionSpecification {
  const at = (zoom: number, width: number) => [zoom, width + more];
  return [
    ...['interpolate', ['exponential', 1.7], ['zoom']],
    ...[at(15, 2.4), at(16, 5), at(17, 11), at(18, 20), at(19, 34)].flat(),
  ] as unknown as ExpressionSpecification;
}

/** The layers for the tiles of the index. */
export function indexLayers(colours: Colours, { locality, roads }: IndexView): LayerSpecification[] {
  const { faint, middle, strong, glow, extent, road, kerb } = colours;
  const source = 'index';
  const line = (id: string, color: string, more: number): LayerSpecification => ({
    id,
    type: 'line',
    source,
    'source-layer': 'streets',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': roadWidth(more) },
  });
  return [
    {
      id: 'glow',
      type: 'circle',
      source,
      'source-layer': 'density',
      filter: ['>', ['get', 'd'], 20],
      maxzoom: 9,
      paint: {
        'circle-radius': squareRadius(2.4),
        'circle-color': glow,
        'circle-opacity': ['interpolate', ['linear'], DENSITY, 1.3, 0.05, 3.4, 0.3],
        'circle-blur': 1,
      },
    },
    {
      id: 'density',
      type: 'circle',
      source,
      'source-layer': 'density',
      layout: { 'circle-sort-key': ['get', 'd'] },
      paint: {
        'circle-radius': squareRadius(0.56),
        'circle-color': ['interpolate', ['linear'], DENSITY, -2, faint, 1, middle, 3.4, strong],
        'circle-opacity': ['interpolate', ['linear'], DENSITY, -3, 0.35, 0, 0.8, 2, 1],
        'circle-blur': 0.25,
      },
    },
    ...(roads ? [line('kerbs', kerb, 2), line('roads', road, 0)] : []),
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
    ...nameLayers(colours),
  ];
}
