import type { FeatureCollection, Point } from 'geojson';
import {
  addProtocol,
  FullscreenControl,
  type LngLat,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  type PointLike,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import type { AddressDocument, Neighbour } from '../search/document.ts';
import type { PlaceBounds } from '../search/places.ts';
import type { Settings } from '../visit/session.ts';
import { AUSTRALIA, MARGIN, WORLD } from './extent.ts';
import { type MapData, type OwnMap, styleOf } from './map-style.ts';
import { baseOf } from './map-tiles.ts';
import { savePicture } from './save-picture.ts';

/** The map of the page. */
export interface AddressMap {
  /** Centres the map on an address, with those around it. */
  show(document: AddressDocument, neighbours: readonly Neighbour[]): void;
  /** Shows a locality as a whole, with its extent. */
  showPlace(name: string, state: string | null, bounds: PlaceBounds): void;
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
/** How near a chosen address is seen, at least and at most: with its street, its neighbours and their names. */
const NEIGHBOURHOOD_ZOOM = 17;
const STREET_ZOOM = 17.8;
/** Whose data the map is drawn from, in short; the page says it in full. */
const ATTRIBUTION = 'G-NAF © Geoscape Australia';
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
    fitBoundsOptions: { padding: MARGIN },
    attributionControl: { compact: base !== null, customAttribution: ATTRIBUTION },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxZoom: 19,
    maxBounds: WORLD,
    renderWorldCopies: false,
    // On phones one finger scrolls the page, and two move the map.
    cooperativeGestures: matchMedia('(pointer: coarse)').matches,
  });
  // As far out as the first view, and a little farther.
  map.setMinZoom(map.getZoom() - 0.25);
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  map.addControl(new FullscreenControl({ container: container.parentElement ?? container }));
  map.addControl(savePicture());
  map.addControl(new ScaleControl());
  map.getCanvas().setAttribute('aria-label', 'Map of the addresses of the index');
  const choose = (point: PointLike, { lat, lng }: LngLat) => {
    const [neighbour] = map.queryRenderedFeatures(point, { layers: ['neighbours'] });
    const id: unknown = neighbour?.properties.id;
    if (typeof id === 'string') return open(id);
    const metres = (FINGER * EQUATOR * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** map.getZoom());
    at(lat, lng, Math.round(Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, metres))));
  };
  map.on('click', ({ point, lngLat }) => choose(point, lngLat));
  // The arrow keys move the map, and Enter chooses what is in its middle, which the style sheet marks.
  map.getCanvas().addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') choose(map.project(map.getCenter()), map.getCenter());
  });
  for (const type of ['mouseenter', 'mouseleave'] as const)
    map.on(type, 'neighbours', () => {
      map.getCanvas().style.cursor = type === 'mouseenter' ? 'pointer' : '';
    });
  const redraw = () => map.setStyle(styleOf(data, base, own));
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  // Until the land is there, the page shows its picture.
  map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
    if (sourceId === 'land' && isSourceLoaded) container.dataset.drawn = 'true';
  });
  await new Promise<void>((resolve) => void map.once('load', () => resolve()));
  container.dataset.drawn = 'true';
  map.on('movestart', () => {
    container.dataset.still = 'false';
  });
  map.on('idle', () => {
    container.dataset.still = 'true';
  });
  container.dataset.ready = 'true';
  const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    showPlace(name, state, { top_left, bottom_right }) {
      data = { ...NOTHING, locality: { name, state } };
      redraw();
      const bounds = new LngLatBounds([top_left.lon, bottom_right.lat], [bottom_right.lon, top_left.lat]);
      map.fitBounds(bounds, { padding: 40, maxZoom: STREET_ZOOM, animate: !calm(), duration: 900 });
    },
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
      const fitting = map.cameraForBounds(bounds, { padding: 56, maxZoom: STREET_ZOOM });
      const zoom = Math.max(NEIGHBOURHOOD_ZOOM, fitting?.zoom ?? STREET_ZOOM);
      map.easeTo({ center: [location.lon, location.lat], zoom, animate: !calm(), duration: 900 });
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
