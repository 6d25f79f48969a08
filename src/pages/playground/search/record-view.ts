import { snippetsOf } from '../../snippets.ts';
import { byId, fill, h } from '../dom.ts';
import type { AddressMap, MapActions } from '../map/map.ts';
import { type Api, errorOf } from '../visit/api.ts';
import type { Visit } from '../visit/place.ts';
import type { Settings } from '../visit/session.ts';
import { type AddressDocument, type Neighbour, showDocument } from './document.ts';
import { counted } from './words.ts';

/** After this long, waiting for an answer is shown; until then the old content stays. */
export const PATIENCE_MS = 150;
const NEAR_METRES = '500';

/** The panel of one record, with its map. */
export interface RecordView {
  readonly api: Api;
  readonly visit: Visit;
  /** Called with the label of the record that is open. */
  readonly onOpen: (label: string) => void;
  /** The list whose buttons lead to records. */
  readonly list: HTMLElement;
  readonly panel: HTMLElement;
  readonly map: Promise<AddressMap | null>;
  opening: AbortController;
}

/** The empty panel of the page, and its map, where a click opens the nearest record. */
export function recordView(
  api: Api,
  settings: Settings,
  visit: Visit,
  { list, onOpen }: Pick<RecordView, 'list' | 'onOpen'>,
): RecordView {
  const map = drawMap(settings, {
    open: (id) => chooseRecord(view, id),
    at: (lat, lon, radius) => void chooseAt(view, lat, lon, radius),
  });
  const view: RecordView = { api, visit, onOpen, list, panel: byId('document'), map, opening: new AbortController() };
  return view;
}

/** Opens a record, as a step in the history. */
export function chooseRecord(view: RecordView, id: string): void {
  view.visit.advance({ id });
  void openRecord(view, id);
}

/** Shows a record with all its fields, and the addresses around it. */
export async function openRecord(view: RecordView, id: string): Promise<void> {
  const { api, panel, map } = view;
  view.opening.abort();
  view.opening = new AbortController();
  const { signal } = view.opening;
  press(view, id);
  const failed = (message: string) =>
    say(
      view,
      h('p', { class: 'problem' }, message),
      h('button', { type: 'button', onclick: () => void openRecord(view, id) }, 'Try again'),
    );
  if (api.key === '') return say(view, h('p', { class: 'muted' }, 'Enter an API key above to see the record.'));
  const waiting = window.setTimeout(() => say(view, h('p', { class: 'muted' }, 'Loading the record…')), PATIENCE_MS);
  panel.setAttribute('aria-busy', 'true');
  try {
    const answer = await api.get('/v1/address/enrich', { id }, signal);
    if (answer.status !== 200) {
      const wait = answer.headers.get('retry-after');
      const { message = `The service answered ${answer.status}` } = errorOf(answer) ?? {};
      await map.then((drawn) => drawn?.clear());
      return failed(wait === null ? `${message}.` : `${message}: try again in ${counted(Number(wait), 'second')}.`);
    }
    const found = answer.body as AddressDocument;
    const neighbours = await near(api, found, signal);
    clearTimeout(waiting);
    panel.setAttribute('aria-busy', 'false');
    showDocument(panel, found, neighbours, {
      open: (other) => chooseRecord(view, other),
      curl: () => curlOf(api, 'enrich', { id }),
    });
    view.onOpen(found.addressLabel ?? found.id);
    const drawn = await map;
    if (!signal.aborted) drawn?.show(found, neighbours);
  } catch {
    if (!signal.aborted) failed('The service cannot be reached.');
  } finally {
    clearTimeout(waiting);
  }
}

/** Closes the open record, which does not belong to what is typed now. */
export function closeRecord(view: RecordView): void {
  view.opening.abort();
  view.panel.hidden = true;
  fill(view.panel);
  press(view, '');
  void view.map.then((drawn) => drawn?.clear());
}

/** The call of an operation as a shell command. */
export function curlOf({ key }: Api, operationId: string, parameters: Readonly<Record<string, string>>): string {
  const path = `/v1/address/${operationId}`;
  return snippetsOf({ origin: location.origin, path, operationId, key, parameters })[0].code;
}

/** Opens the record nearest to a point of the map, or says that there is none. */
async function chooseAt(view: RecordView, lat: number, lon: number, radius: number): Promise<void> {
  const note = byId('map-note');
  const tell = (text: string) => {
    note.textContent = text;
  };
  if (view.api.key === '') return tell('Enter an API key above to ask what stands there.');
  try {
    const parameters = { lat: plain(lat), lon: plain(lon), radius: String(radius), limit: '1' };
    const answer = await view.api.get('/v1/address/reverse', parameters);
    if (answer.status !== 200) return tell(`${errorOf(answer)?.message ?? `The service answered ${answer.status}`}.`);
    const [nearest] = (answer.body as { results: Neighbour[] }).results;
    if (nearest === undefined) return tell(`No address within ${counted(radius, 'metre')} of this point.`);
    tell(`${nearest.addressLabel ?? nearest.id}, ${nearest.distance_m} m from this point.`);
    chooseRecord(view, nearest.id);
  } catch {
    tell('The service cannot be reached.');
  }
}

/** Shows words in the place of a record. */
function say({ panel }: RecordView, ...content: (Node | string)[]): void {
  panel.hidden = false;
  panel.setAttribute('aria-busy', 'false');
  fill(panel, h('div', { class: 'pad state' }, ...content));
}

function press({ list }: RecordView, id: string): void {
  for (const button of list.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.dataset.id === id));
}

async function near(api: Api, { id, location }: AddressDocument, signal: AbortSignal): Promise<Neighbour[]> {
  if (location === null) return [];
  const parameters = { lat: plain(location.lat), lon: plain(location.lon), radius: NEAR_METRES, limit: '20' };
  const answer = await api.get('/v1/address/reverse', parameters, signal);
  if (answer.status !== 200) return [];
  return (answer.body as { results: Neighbour[] }).results.filter((each) => each.id !== id);
}

/** A coordinate without an exponent. */
function plain(degrees: number): string {
  return degrees.toFixed(8);
}

/**
 * The map, once its library is loaded; null, and a sentence in its place, if the browser cannot
 * draw it.
 */
async function drawMap(settings: Settings, actions: MapActions): Promise<AddressMap | null> {
  try {
    const { drawAddressMap } = await import('../map/map.ts');
    return await drawAddressMap(byId('map'), settings, actions);
  } catch (error) {
    fill(byId('map'), h('p', { class: 'muted pad' }, 'This browser cannot draw the map (it needs WebGL).'));
    console.info(error);
    return null;
  }
}
