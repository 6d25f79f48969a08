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
  const row = (attributes: Record<string, unknown>, title: string, below: string, mark: Node) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'result', ...attributes },
        h(
          'span',
          { class: 'result-text' },
          h('span', { class: 'line' }, ...emphasized(title, q)),
          h('span', { class: 'muted small' }, ...emphasized(below, q)),
        ),
        mark,
      ),
    );
  fill(
    list,
    places.map((place) =>
      row(
        { class: 'result place', onclick: () => choose.place(place) },
        place.name,
        [place.state, ...place.postcodes.slice(0, 3)].filter(Boolean).join(' '),
        h('span', { class: 'small muted' }, counted(place.addresses, 'address', 'addresses')),
      ),
    ),
    results.map((result) =>
      row(
        { 'data-id': result.id, 'aria-pressed': String(result.id === chosen), onclick: () => choose.result(result) },
        result.addressLabel ?? '—',
        [placeOf(result), result.formatted.alias && `also ${result.formatted.alias}`].filter(Boolean).join(' · '),
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

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * A text with what was typed of it in bold: the beginnings of its words that are words of the
 * query, as they are spelled there.
 */
function emphasized(text: string, query: string): (Node | string)[] {
  const typed = [...query.toUpperCase().matchAll(WORD)].map(([word]) => word).sort((a, b) => b.length - a.length);
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const upper = word.toUpperCase();
    const begun = typed.find((each) => upper.startsWith(each));
    if (begun === undefined) continue;
    parts.push(text.slice(end, index), h('b', {}, word.slice(0, begun.length)));
    end = index + begun.length;
  }
  return [...parts, text.slice(end)];
}
