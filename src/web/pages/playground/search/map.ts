import type { FeatureCollection, Point } from 'geojson';
import { addProtocol, LngLatBounds, Map as MapLibre, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import type { Settings } from '../visit/session.ts';
import type { AddressDocument, Neighbour } from './document.ts';
import { type MapData, type OwnMap, styleOf } from './map-style.ts';
import { baseOf } from './map-tiles.ts';

/** The map of the page. */
export interface AddressMap {
  /** Centres the map on an address, with those around it. */
  show(document: AddressDocument, neighbours: readonly Neighbour[]): void;
  /** Removes the address, and leaves the view where it is. */
  clear(): void;
}

/** What clicks on the map do. */
export interface MapActions {
  /** A neighbour was clicked. */
  readonly open: (id: string) => void;
  /** A point was clicked; at this zoom, a click covers `radius` metres. */
  readonly at: (lat: number, lon: number, radius: number) => void;
}

const NOTHING: MapData = { chosen: null, neighbours: null, locality: null };
const STREET_ZOOM = 17.5;
/** The initial view: the mainland. */
const AUSTRALIA: [number, number, number, number] = [112.5, -44.2, 154.2, -9.5];

/** The pixels that a click covers, and the radii that the service accepts, metres. */
const FINGER = 24;
const LEAST_RADIUS = 50;
const MOST_RADIUS = 50_000;
const EQUATOR = 40_075_017;

/** Draws the country from the tiles of the index, over those of the operator, if any. */
export async function drawAddressMap(
  container: HTMLElement,
  { tiles, release }: Settings,
  { open, at }: MapActions,
): Promise<AddressMap> {
  setWorkerUrl(new URL(PACKAGE_FILES['maplibre-gl-worker.mjs'], location.href).href);
  const base = await baseOf(tiles, addProtocol);
  const own: OwnMap = {
    tiles: `${location.origin}/tiles/{z}/{x}/{y}.mvt?release=${encodeURIComponent(release)}`,
    land: new URL(PACKAGE_FILES['coast.json'], location.href).href,
  };
  let data: MapData = NOTHING;
  const map = new MapLibre({
    container,
    style: styleOf(data, base, own),
    bounds: AUSTRALIA,
    fitBoundsOptions: { padding: 16 },
    attributionControl: base === null ? false : { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxZoom: 19,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  map.addControl(new ScaleControl());
  map.getCanvas().setAttribute('aria-label', 'Map of the addresses of the index');
  map.on('click', ({ point, lngLat: { lat, lng } }) => {
    const [neighbour] = map.queryRenderedFeatures(point, { layers: ['neighbours'] });
    const id: unknown = neighbour?.properties.id;
    if (typeof id === 'string') return open(id);
    const metres = (FINGER * EQUATOR * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** map.getZoom());
    at(lat, lng, Math.round(Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, metres))));
  });
  for (const type of ['mouseenter', 'mouseleave'] as const)
    map.on(type, 'neighbours', () => {
      map.getCanvas().style.cursor = type === 'mouseenter' ? 'pointer' : '';
    });
  const redraw = () => map.setStyle(styleOf(data, base, own));
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  await new Promise<void>((resolve) => void map.once('load', () => resolve()));
  map.on('movestart', () => {
    container.dataset.still = 'false';
  });
  map.on('idle', () => {
    container.dataset.still = 'true';
  });
  container.dataset.ready = 'true';
  return {
    clear() {
      if (data === NOTHING) return;
      data = NOTHING;
      redraw();
    },
    show(address, neighbours) {
      const { location } = address;
      const { localityName: name, state } = address;
      data = {
        locality: name === null ? null : { name, state },
        chosen: location === null ? null : points([{ ...location, id: address.id, name: address.addressLabel ?? '' }]),
        neighbours: points(
          neighbours.flatMap(({ id, addressLabel, location }) =>
            location === null ? [] : [{ ...location, id, name: addressLabel ?? '' }],
          ),
        ),
      };
      redraw();
      if (location === null) return;
      const bounds = new LngLatBounds([location.lon, location.lat], [location.lon, location.lat]);
      for (const { location: near } of neighbours.slice(0, 8)) if (near !== null) bounds.extend([near.lon, near.lat]);
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      map.fitBounds(bounds, { padding: 56, maxZoom: STREET_ZOOM, animate: !calm, duration: 900 });
    },
  };
}

function points<T extends { readonly lat: number; readonly lon: number }>(all: readonly T[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: all.map(({ lat, lon, ...properties }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [lon, lat] },
    })),
  };
}
