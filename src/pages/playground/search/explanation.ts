import { fill, h } from '../dom.ts';
import { scoreMark } from './results.ts';
import { capWords, componentWord, counted, gradeWord, roleWord } from './words.ts';

/** An explanation from `/playground/explain`. */
export interface Explanation {
  readonly query: string;
  readonly tokens: readonly { readonly text: string; readonly role: string }[];
  readonly answers: readonly Candidate[];
  readonly candidates: readonly Candidate[];
  readonly considered: number;
  /**
   * The sources that were tried, in order, with their lower bounds of cost; `brought` is null if
   * the bound made it unnecessary.
   */
  readonly road: readonly {
    readonly source: string;
    readonly bound: number;
    readonly reads: string;
    readonly brought: number | null;
  }[];
  readonly ended: string;
}

interface Candidate {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  /** The label of the alias by which it was found; null if by itself. */
  readonly alias: string | null;
  readonly share: number;
  readonly score: number;
  readonly quality: string;
  readonly components: readonly {
    readonly name: string;
    readonly grade: string;
    readonly weight: number;
    readonly met: number;
  }[];
  readonly unexplained: number;
  readonly words: number;
  readonly caps: readonly { readonly name: string; readonly most: number }[];
}

/** The number of answers shown at first. */
const SHOWN = 3;

/** The role whose colour a component of the score has. */
const ROLE_OF: Readonly<Record<string, string>> = {
  street_number: 'number',
  street_name: 'street',
  street_type: 'type',
  street_suffix: 'suffix',
};

/** Draws how a query was read: its words by role, then each candidate's score in parts. */
export function showExplanation(target: HTMLElement, explanation: Explanation): void {
  const { tokens, answers, candidates, considered } = explanation;
  const answered = new Set(answers.map(({ id }) => id));
  const others = candidates.filter(({ id }) => !answered.has(id));
  fill(
    target,
    h(
      'p',
      { class: 'visually-hidden' },
      `Words: ${tokens.map(({ text, role }) => `${text} ${roleWord(role)}`).join(', ')}.`,
    ),
    h(
      'div',
      { class: 'tokens', 'aria-hidden': 'true' },
      tokens.map(({ text, role }) =>
        h('span', { class: 'token', 'data-role': role }, h('b', {}, text), h('span', {}, roleWord(role))),
      ),
    ),
    h('h3', {}, answers.length === 0 ? 'No answer' : 'Answers'),
    answers.slice(0, SHOWN).map((candidate) => bar(candidate)),
    more(counted(answers.length - SHOWN, 'more answer'), answers.slice(SHOWN)),
    more(`Not answered: ${others.length} of ${counted(considered, 'address', 'addresses')} considered`, others),
    roadOf(explanation),
    h(
      'p',
      { class: 'small muted key-to-bars' },
      'Every part of the query is worth some of 100 points. Filled: the address meets it. Hatched: it misses it. ' +
        'Where something contradicts the address, a red mark shows the most that it can score.',
    ),
  );
}

/** The course of the search: one line for each source that was opened, with what it brought. */
function roadOf({ road, ended }: Explanation): HTMLElement {
  const opened = road.filter(({ brought }) => brought !== null);
  return h(
    'details',
    { class: 'more' },
    h('summary', {}, `Searched in ${counted(opened.length, 'step')}`),
    h(
      'ol',
      { class: 'small' },
      opened.map(({ source, bound, reads, brought }) =>
        h(
          'li',
          {},
          h('b', {}, sourceWord(source)),
          ` from ${bound}: ${counted(brought ?? 0, 'address', 'addresses')}`,
          ' ',
          h('span', { class: 'muted' }, reads),
        ),
      ),
    ),
    h('p', { class: 'small muted' }, `Ended as ${ended}; ${counted(road.length - opened.length, 'source')} needless.`),
  );
}

/** `misspelledAnywhere`: misspelled anywhere. */
function sourceWord(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function more(title: string, candidates: readonly Candidate[]): HTMLElement | null {
  if (candidates.length === 0) return null;
  return h(
    'details',
    { class: 'more' },
    h('summary', {}, title),
    candidates.map((candidate) => bar(candidate)),
  );
}

function bar(candidate: Candidate): HTMLElement {
  const { addressLabel, alias, localityName, state, postcode, score, quality, components, caps, share } = candidate;
  const said = components.reduce((sum, { weight }) => sum + weight, 0);
  const limit = Math.min(100, ...caps.map(({ most }) => most), caps.length > 0 ? Math.max(score, 0) : 100);
  return h(
    'article',
    { class: 'candidate' },
    h(
      'header',
      {},
      h(
        'span',
        { class: 'line' },
        addressLabel ?? '—',
        ' ',
        h('span', { class: 'muted small' }, [localityName, state, postcode].filter(Boolean).join(' ')),
        alias !== null && h('span', { class: 'muted small' }, `, found as ${alias}`),
      ),
      scoreMark(score, quality),
    ),
    h(
      'div',
      { class: 'bar', 'aria-hidden': 'true' },
      components.map(({ name, weight, met }) =>
        h(
          'span',
          {
            class: 'part',
            'data-role': ROLE_OF[name] ?? name,
            style: { 'flex-grow': weight },
            title: `${componentWord(name)}: ${points(weight * met, said)} of ${points(weight, said)}`,
          },
          h('span', { style: { width: `${met * 100}%` } }),
        ),
      ),
      caps.length > 0 && h('span', { class: 'cap-line', style: { left: `${limit}%` } }),
    ),
    h(
      'ul',
      { class: 'parts small' },
      components.map(({ name, grade, weight, met }) =>
        h(
          'li',
          { 'data-role': ROLE_OF[name] ?? name },
          h('i', { class: 'dot', 'aria-hidden': 'true' }),
          `${componentWord(name)} `,
          h('b', { class: `grade ${grade}` }, gradeWord(grade)),
          h('span', { class: 'muted' }, `, ${points(weight * met, said)} of ${points(weight, said)}`),
        ),
      ),
      candidate.unexplained > 0 &&
        h(
          'li',
          {},
          h(
            'b',
            { class: 'grade none' },
            `${counted(candidate.unexplained, 'word')} of ${candidate.words} fit nothing`,
          ),
        ),
      caps.map(({ name, most }) => h('li', {}, h('span', { class: 'cap' }, capWords(name, most)))),
      caps.length > 0 && share !== score && h('li', { class: 'muted' }, `${share} points, held at ${score}`),
    ),
  );
}

/** Points of 100 that a weight is worth, with one decimal at most. */
function points(weight: number, said: number): string {
  return String(Math.round((1000 * weight) / Math.max(1, said)) / 10);
}
