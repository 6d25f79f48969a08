import { marksOf, type Piece } from '../../field/view/marks.ts';
import { fill, h } from '../dom.ts';
import type { PlaceFound } from './places.ts';
import { counted } from './words.ts';

/** The part of a record that the results show. */
export interface Result {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
  readonly formatted: { readonly alias: string | null };
}

/** Suburb, state and postcode of a record, as one text. */
export function placeOf({
  localityName,
  state,
  postcode,
}: Pick<Result, 'localityName' | 'state' | 'postcode'>): string {
  return [localityName, state, postcode].filter(Boolean).join(' ');
}

/** A score as a number with a bar, in the colour of its quality. */
export function scoreMark(score: number, quality: string): HTMLElement {
  return h(
    'span',
    { class: `score ${quality}`, title: `serviceMatchScore ${score}, ${quality}` },
    h('span', { class: 'score-bar', 'aria-hidden': 'true' }, h('span', { style: { width: `${score}%` } })),
    h('span', { class: 'score-number' }, String(score)),
    h('span', { class: 'visually-hidden' }, ` of 100, ${quality}`),
  );
}

/** What a list has, and for which query. */
export interface Listed {
  readonly q: string;
  readonly places: readonly PlaceFound[];
  readonly results: readonly Result[];
}

/** The texts of a row. */
interface Shown {
  readonly line: string;
  readonly place: string;
  readonly alias?: string;
}

/** What a choice does. */
export interface Choices {
  readonly place: (place: PlaceFound) => void;
  readonly result: (result: Result) => void;
}

/**
 * Shows places and results as a list of buttons, navigable by the arrow keys, Home and End; Escape returns to
 * `before`, as does Arrow Up from the first.
 */
export function showResults(
  list: HTMLElement,
  { q, places, results }: Listed,
  chosen: string | null,
  choose: Choices,
  before: HTMLInputElement,
): void {
  const row = (attributes: Record<string, unknown>, { line, place, alias = '' }: Shown, mark: Node) => {
    // An address that was typed by another name is marked there.
    const [byAlias, byLine, byPlace] = marksOf([alias, line, place], q).map(emphasized);
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'result', ...attributes },
        h(
          'span',
          { class: 'result-text' },
          h('span', { class: 'line' }, ...byLine),
          h('span', { class: 'muted small' }, ...byPlace, alias !== '' && ' · also ', ...byAlias),
        ),
        mark,
      ),
    );
  };
  fill(
    list,
    places.map((place) =>
      row(
        { class: 'result place', onclick: () => choose.place(place) },
        { line: place.name, place: [place.state, ...place.postcodes.slice(0, 3)].filter(Boolean).join(' ') },
        h('span', { class: 'small muted' }, counted(place.addresses, 'address', 'addresses')),
      ),
    ),
    results.map((result) =>
      row(
        { 'data-id': result.id, 'aria-pressed': String(result.id === chosen), onclick: () => choose.result(result) },
        { line: result.addressLabel ?? '—', place: placeOf(result), alias: result.formatted.alias ?? '' },
        scoreMark(result.serviceMatchScore, result.serviceMatchQuality),
      ),
    ),
  );
  const buttons = [...list.querySelectorAll('button')];
  buttons.forEach((button, i) => {
    button.addEventListener('keydown', (event) => {
      const next: Readonly<Record<string, HTMLElement | undefined>> = {
        ArrowDown: buttons[i + 1] ?? button,
        ArrowUp: buttons[i - 1] ?? before,
        Home: buttons[0],
        End: buttons.at(-1),
        Escape: before,
      };
      const target = next[event.key];
      if (target === undefined) return;
      event.preventDefault();
      target.focus();
      if (target === before) before.select();
    });
  });
}

/** The pieces of a text, with what was typed of it in bold. */
function emphasized(pieces: readonly Piece[]): (Node | string)[] {
  return pieces.flatMap(({ text, marked }) =>
    marked === 0 ? [text] : [h('b', {}, text.slice(0, marked)), text.slice(marked)],
  );
}
