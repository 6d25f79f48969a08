import type { FeatureCollection, Point } from 'geojson';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { isDark } from '../visit/session.ts';

/** What is drawn over the tiles, or on the empty ground. */
export interface MapData {
  readonly localities: FeatureCollection<Point>;
  readonly chosen: FeatureCollection<Point> | null;
  readonly neighbours: FeatureCollection<Point> | null;
}

/** Tiles below everything else. */
export interface BaseMap {
  readonly source: SourceSpecification;
  readonly layers: (dark: boolean) => LayerSpecification[];
}

const EMPTY: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };
/** Drawn by the browser itself: no glyphs are fetched. */
const FONT = ['sans-serif'];

/** The style of the map in the page's colours, light or dark. */
export function styleOf({ localities, chosen, neighbours }: MapData, base: BaseMap | null): StyleSpecification {
  const dark = isDark();
  const ground = dark ? '#12161d' : '#eef2f7';
  const ink = dark ? '#dfe5ee' : '#27303d';
  const accent = dark ? '#8fb3ff' : '#1b50c8';
  const largest = localities.features.reduce((most, { properties }) => Math.max(most, Number(properties?.count)), 1);
  const size = ['sqrt', ['/', ['get', 'count'], largest]];
  const label = { 'text-color': ink, 'text-halo-color': ground, 'text-halo-width': 1.5 };
  return {
    version: 8,
    sources: {
      ...(base === null ? {} : { base: base.source }),
      localities: { type: 'geojson', data: localities },
      chosen: { type: 'geojson', data: chosen ?? EMPTY },
      neighbours: { type: 'geojson', data: neighbours ?? EMPTY },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': ground } },
      ...(base === null ? [] : base.layers(dark)),
      {
        id: 'localities',
        type: 'circle',
        source: 'localities',
        maxzoom: 14,
        paint: {
          'circle-color': accent,
          'circle-opacity': ['interpolate', ['linear'], ['zoom'], 3, 0.55, 12, 0.2],
          'circle-radius': [
            ...['interpolate', ['exponential', 1.6], ['zoom']],
            ...[3, ['+', 1.5, ['*', 7, size]]],
            ...[12, ['+', 8, ['*', 60, size]]],
          ] as never,
        },
      },
      {
        id: 'locality-names',
        type: 'symbol',
        source: 'localities',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 11,
          'text-offset': [0, 0.9],
          'text-anchor': 'top',
          'symbol-sort-key': ['-', 0, ['get', 'count']],
          'text-padding': 6,
        },
        paint: label,
      },
      {
        id: 'neighbours',
        type: 'circle',
        source: 'neighbours',
        paint: {
          'circle-color': dark ? '#6ee7a0' : '#15803d',
          'circle-radius': 6,
          'circle-stroke-color': ground,
          'circle-stroke-width': 1.5,
        },
      },
      {
        id: 'neighbour-names',
        type: 'symbol',
        source: 'neighbours',
        minzoom: 15,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 11,
          'text-offset': [0, 0.8],
          'text-anchor': 'top',
        },
        paint: label,
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
          ...{ 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 13, 'text-offset': [0, -1.1] },
          ...{ 'text-anchor': 'bottom', 'text-allow-overlap': true },
        },
        paint: label,
      },
    ],
  };
}
