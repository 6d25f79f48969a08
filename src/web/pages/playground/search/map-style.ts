import type { FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { isDark } from '../visit/session.ts';
import { type Colours, indexLayers, labelOf } from './index-layers.ts';

/** The data that is drawn over the tiles. */
export interface MapData {
  readonly chosen: FeatureCollection<Point> | null;
  readonly neighbours: FeatureCollection<Point> | null;
  /** The locality whose extent is shown. */
  readonly locality: { readonly name: string; readonly state: string | null } | null;
}

/** A base map below everything else. */
export interface BaseMap {
  readonly source: SourceSpecification;
  readonly layers: (dark: boolean) => LayerSpecification[];
}

/** The URLs of the index's tiles, and of the land below them. */
export interface OwnMap {
  readonly tiles: string;
  readonly land: string;
}

const EMPTY: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

const LIGHT: Colours = {
  sea: '#dbe6ef',
  land: '#f8f8f5',
  ink: '#27303d',
  halo: '#ffffff',
  faint: '#c4d2ee',
  middle: '#4f7be0',
  strong: '#12318f',
  extent: '#a3480f',
};

const DARK: Colours = {
  sea: '#0c1118',
  land: '#171d26',
  ink: '#e3e8f0',
  halo: '#10151c',
  faint: '#33415e',
  middle: '#d98d3c',
  strong: '#fff1c9',
  extent: '#f0b078',
};

/** The deepest tiles of the index (tile-address.ts of the service). */
const MOST_ZOOM = 16;

/** The coastline is sometimes a kilometre off, so at closer zooms everything is land. */
const COAST_ZOOM: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 8, 0, 10, 1];

/** The style of the map in the page's colours, light or dark: the operator's tiles or the land, the index, and what was chosen. */
export function styleOf(
  { chosen, neighbours, locality }: MapData,
  base: BaseMap | null,
  own: OwnMap,
): StyleSpecification {
  const dark = isDark();
  const colours = dark ? DARK : LIGHT;
  const label = labelOf(colours);
  return {
    version: 8,
    sources: {
      ...(base === null ? { land: { type: 'geojson', data: own.land } } : { base: base.source }),
      index: { type: 'vector', tiles: [own.tiles], maxzoom: MOST_ZOOM },
      chosen: { type: 'geojson', data: chosen ?? EMPTY },
      neighbours: { type: 'geojson', data: neighbours ?? EMPTY },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
      ...(base === null
        ? ([
            { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
            {
              id: 'inland',
              type: 'background',
              paint: { 'background-color': colours.land, 'background-opacity': COAST_ZOOM },
            },
          ] satisfies LayerSpecification[])
        : base.layers(dark)),
      ...indexLayers(colours, locality),
      {
        id: 'neighbours',
        type: 'circle',
        source: 'neighbours',
        paint: {
          'circle-color': dark ? '#6ee7a0' : '#15803d',
          'circle-radius': 6,
          'circle-stroke-color': colours.halo,
          'circle-stroke-width': 1.5,
        },
      },
      {
        id: 'chosen',
        type: 'circle',
        source: 'chosen',
        paint: {
          'circle-color': dark ? '#fb7185' : '#d1174a',
          'circle-radius': 9,
          'circle-stroke-color': '#fff',
          'circle-stroke-width': 3,
        },
      },
      {
        id: 'chosen-name',
        type: 'symbol',
        source: 'chosen',
        layout: {
          ...label.layout,
          'text-field': ['get', 'name'],
          'text-size': 13,
          'text-offset': [0, -1.1],
          'text-anchor': 'bottom',
          'text-allow-overlap': true,
        },
        paint: label.paint,
      },
    ],
  };
}
