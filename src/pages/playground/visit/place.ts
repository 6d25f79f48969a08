/** What the playground shows, all of which is in its URL after `#`. */
export interface Place {
  readonly view: 'search' | 'calls' | 'field';
  readonly q: string;
  readonly mode: 'autocomplete' | 'validate';
  /** The record that is open; empty for none. */
  readonly id: string;
  /** The call whose form is shown, by its operation; empty for the first. */
  readonly call: string;
}

const START: Place = { view: 'search', q: '', mode: 'autocomplete', id: '', call: '' };

/**
 * Parses what comes after `#`: `#/search?q=2+perth&mode=validate&id=GA1`, `#/calls/enrich`,
 * `#/field`. What is not understood is left out.
 */
function readPlace(hash: string): Place {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, call = ''] = path.split('/');
  if (view === 'calls') return { ...START, view, call };
  if (view === 'field') return { ...START, view };
  const parameters = new URLSearchParams(query);
  const mode = parameters.get('mode') === 'validate' ? 'validate' : 'autocomplete';
  return { ...START, q: parameters.get('q') ?? '', mode, id: parameters.get('id') ?? '' };
}

/** Formats a place for `readPlace`. */
function hashOf({ view, q, mode, id, call }: Place): string {
  if (view === 'field') return '#/field';
  if (view === 'calls') return call === '' ? '#/calls' : `#/calls/${call}`;
  const parameters = new URLSearchParams();
  if (q !== '') parameters.set('q', q);
  if (mode !== 'autocomplete') parameters.set('mode', mode);
  if (id !== '') parameters.set('id', id);
  return parameters.size === 0 ? '#/search' : `#/search?${parameters}`;
}

/** The current place, in step with the browser's URL and history. */
export class Visit {
  /** The last place of each view, so that going back to one finds it as it was. */
  readonly #last = new Map<Place['view'], Place>();
  readonly #listeners: ((place: Place) => void)[] = [];
  place: Place;

  constructor() {
    this.place = readPlace(location.hash);
    this.#last.set(this.place.view, this.place);
    addEventListener('popstate', () => {
      this.#go(readPlace(location.hash));
    });
  }

  /**
   * Calls `listener` for every move that the page has not made itself: by a link, or through the
   * history.
   */
  onMove(listener: (place: Place) => void): void {
    this.#listeners.push(listener);
  }

  /** Changes the current place, without a step in the history. */
  amend(change: Partial<Place>): void {
    this.#keep({ ...this.place, ...change });
    history.replaceState(null, '', hashOf(this.place));
  }

  /** Moves to a new place, which the page already shows, as a step in the history. */
  advance(change: Partial<Place>): void {
    const next = { ...this.place, ...change };
    if (hashOf(next) === hashOf(this.place)) return;
    this.#keep(next);
    history.pushState(null, '', hashOf(next));
  }

  /** The URL of a view as it was left. */
  linkTo(view: Place['view']): string {
    return hashOf(this.#last.get(view) ?? { ...START, view });
  }

  #go(place: Place): void {
    this.#keep(place);
    for (const listener of this.#listeners) listener(place);
  }

  #keep(place: Place): void {
    this.place = place;
    this.#last.set(place.view, place);
  }
}
