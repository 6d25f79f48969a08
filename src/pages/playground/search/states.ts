import { fill, h } from '../dom.ts';
import type { ExampleQuery, Settings } from '../visit/session.ts';

/** What a text is, if validate finds nothing for it. */
const REASONS: Readonly<Record<string, string>> = {
  po_box: 'This is a post box: only places with a street or a name are in the release.',
  intersection: 'This is a corner of two streets, not an address.',
  parcel: 'This is a parcel of land by its plan, not an address.',
  overseas: 'This seems to be an address outside Australia.',
  too_little: 'This is too little. Give a number, a street and a suburb or postcode.',
};

/** What is shown in place of results. */
export type SearchState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'nothing'; readonly mode: 'autocomplete' | 'validate'; readonly reason?: string | undefined }
  | { readonly kind: 'no-key' }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** The actions that a state offers. */
export interface StateActions {
  readonly search: (q: string) => void;
  readonly again: () => void;
  readonly enterKey: () => void;
}

const EXAMPLE_WORDS: Readonly<Record<ExampleQuery['kind'], string>> = {
  typo: 'a letter left out',
  unit: 'a unit',
  range: 'a range of numbers',
  building: 'a building by its name',
  suburb: 'a wrong suburb',
};

/** What people can do about errors, by code. */
const ADVICE: Readonly<Record<string, string>> = {
  INVALID_API_KEY: 'This key is not known here. Check that it is complete, or enter another one above.',
  MISSING_API_KEY: 'The service needs an API key. Enter one above.',
  PRODUCT_NOT_ALLOWED: 'The plan of this key does not include addresses.',
  ORIGIN_NOT_ALLOWED: 'This is a publishable key for the pages of another site.',
  OPERATION_NOT_ALLOWED: 'This publishable key is for other calls.',
  QUOTA_EXCEEDED: 'The account has used up its credits.',
  INVALID_PARAMETERS: 'The service does not take this query.',
};

/** Shows a state in its own element. */
export function showState(target: HTMLElement, state: SearchState, settings: Settings, actions: StateActions): void {
  target.hidden = false;
  target.dataset.state = state.kind;
  target.setAttribute('aria-busy', String(state.kind === 'loading'));
  fill(target, ...contentsOf(state, settings, actions));
}

/** Hides the state, since there are results. */
export function hideState(target: HTMLElement): void {
  target.hidden = true;
  target.setAttribute('aria-busy', 'false');
  delete target.dataset.state;
  fill(target);
}

function contentsOf(state: SearchState, settings: Settings, actions: StateActions): (Node | string)[] {
  const title = (text: string) => h('h2', {}, text);
  const text = (text: string) => h('p', { class: 'muted' }, text);
  const again = (label: string) => h('button', { type: 'button', onclick: actions.again }, label);
  switch (state.kind) {
    case 'empty':
      return [...introduction(settings), ...examples(settings, actions)];
    case 'loading':
      return [text('Searching…')];
    case 'nothing':
      return [
        title(state.mode === 'validate' ? 'No match' : 'No suggestion'),
        text(
          state.mode === 'validate'
            ? (REASONS[state.reason ?? ''] ?? 'No address of the release fits this text well enough to be named.')
            : 'Nothing begins like this. Begin with a number and a street, a building, or a suburb.',
        ),
        ...examples(settings, actions),
      ];
    case 'no-key':
      return [
        title('Enter an API key to begin'),
        text(
          'The service prints a key when it starts with its sample. Otherwise an operator makes one: npm run admin -- keys create.',
        ),
        h('button', { type: 'button', class: 'primary', onclick: actions.enterKey }, 'Enter a key'),
      ];
    case 'limited':
      return [
        title('Too many requests'),
        text(
          `This key asks faster than it may. Trying again in ${state.seconds} ${state.seconds === 1 ? 'second' : 'seconds'}.`,
        ),
      ];
    case 'offline':
      return [
        title('The service cannot be reached'),
        text('Check that this machine is online and the service runs. The search goes on when the connection is back.'),
        again('Try again'),
      ];
    case 'failed':
      return [
        title(state.code === '' ? 'The service could not answer' : state.message),
        text([ADVICE[state.code], state.code].filter(Boolean).join(' ')),
        again('Try again'),
      ];
  }
}

function introduction({ release, addresses }: Settings): Node[] {
  return [
    h('h2', {}, 'Type an Australian address'),
    h(
      'p',
      { class: 'muted' },
      `As you type, the service suggests from ${addresses.toLocaleString('en-AU')} addresses of the G-NAF release ${release}, and shows how it read what you wrote. Choose one to see all that is known of it.`,
    ),
  ];
}

function examples({ examples }: Settings, { search }: StateActions): Node[] {
  if (examples.length === 0) return [];
  return [
    h('h3', { id: 'examples-title' }, 'For example'),
    h(
      'ul',
      { class: 'chips', 'aria-labelledby': 'examples-title' },
      examples.map(({ kind, q }) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'chip', 'data-kind': kind, onclick: () => search(q) },
            h('span', { class: 'mono' }, q),
            h('span', { class: 'small muted' }, EXAMPLE_WORDS[kind]),
          ),
        ),
      ),
    ),
  ];
}
