import type { FeatureCollection, Point } from 'geojson';
import {
  addProtocol,
  LngLatBounds,
  type MapLayerMouseEvent,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import type { AddressDocument, Neighbour } from './document.ts';
import { type MapData, styleOf } from './map-style.ts';
import { baseOf } from './map-tiles.ts';

/** The map of one visit. */
export interface AddressMap {
  /** Puts an address in the middle, with those around it. */
  show(document: AddressDocument, neighbours: readonly Neighbour[]): void;
  /** Takes the address away, and leaves the view where it is. */
  clear(): void;
}

/** Localities as `/playground/localities.json` has them: parallel columns. */
interface Localities {
  readonly name: readonly string[];
  readonly lat: readonly number[];
  readonly lon: readonly number[];
  readonly count: readonly number[];
}

const STREET_ZOOM = 17.5;
/** Before anything is chosen: the mainland. */
const AUSTRALIA: [number, number, number, number] = [112.5, -44.2, 154.2, -9.5];

/** Draws the country from the localities of the index, over tiles where there are any. A click on an address opens it. */
export async function drawAddressMap(
  container: HTMLElement,
  tiles: string | null,
  open: (id: string) => void,
): Promise<AddressMap> {
  setWorkerUrl(new URL(PACKAGE_FILES['maplibre-gl-worker.mjs'], location.href).href);
  const [localities, base] = await Promise.all([readLocalities(), baseOf(tiles, addProtocol)]);
  let data: MapData = { localities, chosen: null, neighbours: null };
  const map = new MapLibre({
    container,
    style: styleOf(data, base),
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
  map.getCanvas().setAttribute('aria-label', 'Map of the localities and addresses of the index');
  map.on('click', 'neighbours', (event: MapLayerMouseEvent) => {
    const id: unknown = event.features?.[0]?.properties.id;
    if (typeof id === 'string') open(id);
  });
  for (const type of ['mouseenter', 'mouseleave'] as const)
    map.on(type, 'neighbours', () => {
      map.getCanvas().style.cursor = type === 'mouseenter' ? 'pointer' : '';
    });
  const redraw = () => map.setStyle(styleOf(data, base));
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  await new Promise<void>((resolve) => void map.once('load', () => resolve()));
  container.dataset.ready = 'true';
  return {
    clear() {
      if (data.chosen === null && data.neighbours === null) return;
      data = { localities, chosen: null, neighbours: null };
      redraw();
    },
    show(address, neighbours) {
      const { location } = address;
      data = {
        localities,
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

async function readLocalities(): Promise<FeatureCollection<Point>> {
  const response = await fetch('/playground/localities.json');
  const { name, lat, lon, count } = (await response.json()) as Localities;
  return points(name.map((each, i) => ({ name: each, lat: lat[i], lon: lon[i], count: count[i] })));
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
