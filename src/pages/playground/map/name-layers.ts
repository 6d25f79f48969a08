import type { LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { Colours } from './map-colours.ts';

/** Up to this zoom cities have names, from then on only their localities. */
const CITY_ZOOM = 9;

/** The style of labels on the map. */
export function labelOf({ ink, halo }: Colours): Required<Pick<SymbolLayerSpecification, 'layout' | 'paint'>> {
  return {
    // The browser draws the text, so no glyphs are fetched.
    layout: { 'text-font': ['sans-serif'], 'text-size': 11 },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  };
}

/**
 * The names on the map: numbers, streets along their course, localities by size, and above all the
 * capitals. Of names that are in each other's way, that of the later layer stays.
 */
export function nameLayers(colours: Colours): LayerSpecification[] {
  const { quiet, ink, middle, halo } = colours;
  const { layout, paint } = labelOf(colours);
  const source = 'index';
  return [
    {
      id: 'numbers',
      type: 'symbol',
      source,
      'source-layer': 'addresses',
      minzoom: 16.5,
      filter: ['has', 'number'],
      layout: {
        ...layout,
        'text-field': ['get', 'number'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 16.5, 9, 19, 12],
        'text-offset': [0, 0.5],
        'text-anchor': 'top',
        'text-padding': 1,
      },
      paint: { ...paint, 'text-opacity': 0.85 },
    },
    {
      id: 'street-names',
      type: 'symbol',
      source,
      'source-layer': 'streets',
      minzoom: 14.5,
      layout: {
        ...layout,
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-field': ['get', 'name'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 15, 10, 18, 13],
        'text-letter-spacing': 0.04,
        'text-max-angle': 40,
        'symbol-sort-key': ['-', 0, ['get', 'n']],
      },
      paint: { ...paint, 'text-color': middle },
    },
    {
      id: 'locality-names',
      type: 'symbol',
      source,
      'source-layer': 'localities',
      layout: {
        ...layout,
        'text-field': ['get', 'name'],
        // Far out, a name in a city's vicinity would be that of a suburb.
        'text-padding': ['interpolate', ['linear'], ['zoom'], 3, 22, 7, 10, 12, 6],
        'text-letter-spacing': 0.02,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 10, 8, 11.5, 14, 15],
        'symbol-sort-key': ['-', 0, ['get', 'n']],
      },
      paint: { ...paint, 'text-color': quiet },
    },
    {
      id: 'capital-marks',
      type: 'circle',
      source: 'capitals',
      maxzoom: CITY_ZOOM,
      paint: {
        'circle-radius': 2.5,
        'circle-color': halo,
        'circle-stroke-color': ink,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'capital-names',
      type: 'symbol',
      source: 'capitals',
      maxzoom: CITY_ZOOM,
      layout: {
        ...layout,
        'text-field': ['get', 'name'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 13, 8, 18],
        'text-variable-anchor': ['left', 'right', 'bottom', 'top'],
        'text-radial-offset': 0.6,
        'text-justify': 'auto',
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { ...paint, 'text-color': ink, 'text-halo-width': 1.8 },
    },
  ];
}
