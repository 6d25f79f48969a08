import type { FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { isDark } from '../visit/session.ts';
import { indexLayers } from './index-layers.ts';
import { coloursOf } from './map-colours.ts';
import { labelOf } from './name-layers.ts';

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

/** The deepest tiles of the index (tile-address.ts of the service). */
const MOST_ZOOM = 16;

/** The coastline is some hundred metres off, so at close zoom everything is land. */
const COAST_ZOOM: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 12.5, 0, 14, 1];

/** The style of the map in the page's colours, light or dark: the operator's tiles or the land, the index, and what was chosen. */
export function styleOf(
  { chosen, neighbours, locality }: MapData,
  base: BaseMap | null,
  own: OwnMap,
): StyleSpecification {
  const dark = isDark();
  const colours = coloursOf(dark);
  const label = labelOf(colours);
  return {
    version: 8,
    sources: {
      ...(base === null ? { land: { type: 'geojson', data: own.land, tolerance: 0.2 } } : { base: base.source }),
      capitals: { type: 'geojson', data: CAPITAL_POINTS },
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
              id: 'shore',
              type: 'line',
              source: 'land',
              paint: {
                'line-color': colours.shore,
                'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 10, 1.4],
              },
            },
            {
              id: 'inland',
              type: 'background',
              paint: { 'background-color': colours.land, 'background-opacity': COAST_ZOOM },
            },
          ] satisfies LayerSpecification[])
        : base.layers(dark)),
      ...indexLayers(colours, { locality, roads: base === null }),
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

/** The national and the state capitals, largest first, as longitude and latitude of their general post offices. */
const CAPITALS: readonly (readonly [name: string, lon: number, lat: number])[] = [
  ['Sydney', 151.2073, -33.8678],
  ['Melbourne', 144.9631, -37.8142],
  ['Brisbane', 153.0281, -27.4679],
  ['Perth', 115.8589, -31.9523],
  ['Adelaide', 138.5999, -34.9275],
  ['Canberra', 149.1286, -35.282],
  ['Hobart', 147.3294, -42.8824],
  ['Darwin', 130.8411, -12.4634],
];

/** The capitals as points with `name` and `rank`, from 0: G-NAF has no cities, only their localities. */
const CAPITAL_POINTS: FeatureCollection<Point> = {
  type: 'FeatureCollection',
  features: CAPITALS.map(([name, lon, lat], rank) => ({
    type: 'Feature',
    properties: { name, rank },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
};
