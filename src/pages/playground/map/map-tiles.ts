import type { AddProtocolAction, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { BaseMap } from './map-style.ts';

/**
 * Layers of vector tiles that are drawn, by their names in OpenMapTiles and Protomaps; others are
 * ignored.
 */
const VECTOR_LAYERS: readonly (readonly [name: string, draws: 'fill' | 'line', light: string, dark: string])[] = [
  ['earth', 'fill', '#f7f8f5', '#171c22'],
  ['landcover', 'fill', '#e9f0e2', '#1a2320'],
  ['landuse', 'fill', '#eef1e8', '#1a2122'],
  ['park', 'fill', '#dfecd6', '#1b2a20'],
  ['water', 'fill', '#c9dff0', '#0e1f30'],
  ['waterway', 'line', '#b5d2e8', '#13293d'],
  ['building', 'fill', '#e3e0db', '#262c35'],
  ['buildings', 'fill', '#e3e0db', '#262c35'],
  ['transportation', 'line', '#c3c9d2', '#3a4350'],
  ['roads', 'line', '#c3c9d2', '#3a4350'],
  ['boundary', 'line', '#a7aebb', '#4a5566'],
  ['boundaries', 'line', '#a7aebb', '#4a5566'],
];

/** The base map of a tile URL: raster or vector, by template or from a PMTiles file; null without one. */
export async function baseOf(
  tiles: string | null,
  addProtocol: (name: string, action: AddProtocolAction) => void,
): Promise<BaseMap | null> {
  if (tiles === null) return null;
  if (!new URL(tiles).pathname.endsWith('.pmtiles')) {
    const vector = /\.(pbf|mvt)(\?|$)/.test(tiles);
    return vector
      ? vectorBase({ type: 'vector', tiles: [tiles] })
      : rasterBase({ type: 'raster', tiles: [tiles], tileSize: 256 });
  }
  const { PMTiles, Protocol, TileType } = await import('pmtiles');
  const archive = new PMTiles(tiles);
  const protocol = new Protocol();
  protocol.add(archive);
  addProtocol('pmtiles', protocol.tile as AddProtocolAction);
  const { tileType } = await archive.getHeader();
  const url = `pmtiles://${tiles}`;
  return tileType === TileType.Mvt ? vectorBase({ type: 'vector', url }) : rasterBase({ type: 'raster', url });
}

function rasterBase(source: SourceSpecification): BaseMap {
  return {
    source,
    layers: (dark) => [
      {
        id: 'base',
        type: 'raster',
        source: 'base',
        paint: dark ? { 'raster-brightness-max': 0.55, 'raster-saturation': -0.4 } : { 'raster-saturation': -0.25 },
      },
    ],
  };
}

function vectorBase(source: SourceSpecification): BaseMap {
  return {
    source,
    layers: (dark) =>
      VECTOR_LAYERS.map(([name, draws, lightColor, darkColor]): LayerSpecification => {
        const color = dark ? darkColor : lightColor;
        const common = { id: `base-${name}`, source: 'base', 'source-layer': name };
        if (draws === 'fill')
          return {
            ...common,
            type: 'fill',
            filter: ['==', ['geometry-type'], 'Polygon'],
            paint: { 'fill-color': color },
          };
        const width = ['interpolate', ['exponential', 1.6], ['zoom'], 6, 0.4, 16, 5] as never;
        return { ...common, type: 'line', paint: { 'line-color': color, 'line-width': width } };
      }),
  };
}
