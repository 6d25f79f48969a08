import { copyButton, fill, h, jsonView } from '../dom.ts';
import { placeOf } from './results.ts';

/** The part of an address document that is shown (§3.5). */
export interface AddressDocument {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly confidence: number | null;
  readonly addressRole: string | null;
  readonly legalParcelId: string | null;
  readonly sourceDataRelease: string | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
  readonly geocode: { readonly type: string | null; readonly reliability: number | null } | null;
  readonly boundaries: Readonly<Record<string, unknown>> | null;
  readonly components: Readonly<Record<string, string | null>>;
  readonly locality: {
    readonly classification: string | null;
    readonly neighbours: readonly string[];
    readonly aliases: readonly string[];
  };
  readonly street: { readonly classification: string | null; readonly aliases: readonly string[] };
  readonly aliases: readonly Linked[];
  readonly secondaries: readonly Linked[];
}

interface Linked {
  readonly id: string | null;
  readonly addressLabel: string | null;
  readonly type?: string | null;
}

/** An address near the shown one. */
export interface Neighbour {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly distance_m: number;
  readonly location: { readonly lat: number; readonly lon: number } | null;
}

const CONFIDENCE = ['one contributor', 'two contributors', 'three contributors'];
const MOST_LINKED = 12;

/**
 * Shows a document: its fields, the addresses around it, and the answer itself. `open` opens
 * another address, `curl` returns the request as a command.
 */
export function showDocument(
  target: HTMLElement,
  document: AddressDocument,
  neighbours: readonly Neighbour[],
  { open, curl }: { readonly open: (id: string) => void; readonly curl: () => string },
): void {
  target.hidden = false;
  const panels: readonly (readonly [string, HTMLElement])[] = [
    ['Document', facts(document, open)],
    [`Neighbours (${neighbours.length})`, nearby(neighbours, open)],
    ['JSON', jsonView(document, 'Document as JSON')],
  ];
  fill(
    target,
    h(
      'header',
      {},
      h('div', {}, h('h2', {}, document.addressLabel ?? document.id), h('p', { class: 'muted' }, placeOf(document))),
      h(
        'div',
        { class: 'row' },
        copyButton('Copy curl', curl),
        copyButton('Copy link', () => location.href),
      ),
    ),
    tabs('Address', panels),
  );
}

/** Panels of which one is shown (WAI-ARIA pattern "tabs"). */
export function tabs(label: string, panels: readonly (readonly [title: string, panel: HTMLElement])[]): HTMLElement {
  const name = label.toLowerCase().replaceAll(' ', '-');
  const buttons = panels.map(([title], i) =>
    h('button', { type: 'button', role: 'tab', id: `${name}-tab-${i}`, 'aria-controls': `${name}-panel-${i}` }, title),
  );
  const bodies = panels.map(([, panel], i) =>
    h('div', { role: 'tabpanel', id: `${name}-panel-${i}`, 'aria-labelledby': `${name}-tab-${i}` }, panel),
  );
  const select = (at: number, focus: boolean) => {
    buttons.forEach((button, i) => {
      button.setAttribute('aria-selected', String(i === at));
      button.tabIndex = i === at ? 0 : -1;
      bodies[i].hidden = i !== at;
    });
    if (focus) buttons[at].focus();
  };
  buttons.forEach((button, i) => {
    button.addEventListener('click', () => select(i, false));
    button.addEventListener('keydown', ({ key }) => {
      const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (by !== 0) select((i + by + buttons.length) % buttons.length, true);
    });
  });
  select(0, false);
  return h('div', { class: 'tabs' }, h('div', { role: 'tablist', 'aria-label': label }, buttons), bodies);
}

function facts(document: AddressDocument, open: (id: string) => void): HTMLElement {
  const { components, boundaries, locality, street, geocode, confidence } = document;
  const row = (term: string, value: string | null | undefined | false, copied?: string) =>
    value
      ? h(
          'div',
          {},
          h('dt', {}, term),
          h('dd', {}, value, copied !== undefined && copyButton(copied, () => value, 'inline')),
        )
      : null;
  return h(
    'div',
    { class: 'facts' },
    h(
      'dl',
      {},
      row('Identifier', document.id, 'Copy id'),
      row('Role', document.addressRole),
      row('Confidence', confidence !== null && `${confidence} · ${CONFIDENCE[confidence] ?? 'retired'}`),
      row(
        'Geocode',
        geocode &&
          [geocode.type, geocode.reliability !== null && `reliability ${geocode.reliability}`]
            .filter(Boolean)
            .join(' · '),
      ),
      row('Point', document.location && `${document.location.lat}, ${document.location.lon}`, 'Copy point'),
      row('Parcel', document.legalParcelId),
      row('Release', document.sourceDataRelease),
    ),
    group(
      'Components',
      Object.entries(components).map(([name, value]) => row(spaced(name), value)),
    ),
    group(
      'Boundaries',
      Object.entries(boundaries ?? {}).map(([name, value]) =>
        row(BOUNDARY_NAMES[name] ?? spaced(name), areaText(value)),
      ),
    ),
    group('Street and locality', [
      row('Street', street.classification),
      row('Street aliases', street.aliases.join(', ')),
      row('Locality', locality.classification),
      row('Locality aliases', locality.aliases.join(', ')),
      row('Next to', locality.neighbours.join(', ')),
    ]),
    linked('Aliases', document.aliases, open),
    linked('Units', document.secondaries, open),
  );
}

const BOUNDARY_NAMES: Readonly<Record<string, string>> = {
  lga: 'Local government',
  stateElectorate: 'State electorate',
  commonwealthElectorate: 'Federal electorate',
  meshBlock: 'Mesh block',
  sa1: 'SA1',
  sa2: 'SA2',
  sa3: 'SA3',
  sa4: 'SA4',
  gccsa: 'Capital city area',
};

function areaText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const { name, code, category } = value as { name?: string | null; code?: string | null; category?: string | null };
  return [name, category, code].filter(Boolean).join(' · ');
}

function group(title: string, rows: readonly (HTMLElement | null)[]): HTMLElement | null {
  const shown = rows.filter((row) => row !== null);
  return shown.length === 0 ? null : h('section', {}, h('h3', {}, title), h('dl', {}, shown));
}

function linked(title: string, all: readonly Linked[], open: (id: string) => void): HTMLElement | null {
  if (all.length === 0) return null;
  const more = all.length - MOST_LINKED;
  return h(
    'section',
    {},
    h('h3', {}, `${title} (${all.length})`),
    h(
      'ul',
      { class: 'linked' },
      all
        .slice(0, MOST_LINKED)
        .map(({ id, addressLabel, type }) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: 'link', onclick: () => id !== null && open(id) },
              addressLabel ?? id ?? '—',
            ),
            type ? ` ${type}` : '',
          ),
        ),
      more > 0 && h('li', { class: 'muted' }, `and ${more} more`),
    ),
  );
}

function nearby(neighbours: readonly Neighbour[], open: (id: string) => void): HTMLElement {
  if (neighbours.length === 0) return h('p', { class: 'muted pad' }, 'No other address within 500 m.');
  return h(
    'ol',
    { class: 'nearby' },
    neighbours.map(({ id, addressLabel, distance_m, localityName }) =>
      h(
        'li',
        {},
        h('button', { type: 'button', class: 'link', onclick: () => open(id) }, addressLabel ?? id),
        h('span', { class: 'muted small' }, ` ${localityName ?? ''}`),
        h('span', { class: 'distance mono' }, `${distance_m.toFixed(1)} m`),
      ),
    ),
  );
}

/** `streetNumberFirst` as `Street number first`. */
function spaced(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
