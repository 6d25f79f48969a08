import MiniSearch, { type SearchResult } from 'minisearch';
import { fill, h } from '../playground/dom.ts';

/** A section of a page, as listed by the build: `[path, page, heading, text]`. */
type Part = readonly [path: string, page: string, title: string, text: string];

const MOST_SHOWN = 8;

/**
 * The search of the docs: a list below its input. `/` focuses it; Up and Down go through the list,
 * Enter opens, Escape leaves.
 */
export function startSearch(): void {
  const input = document.getElementById('search') as HTMLInputElement | null;
  const list = document.getElementById('found');
  if (input === null || list === null) return;
  let index: Promise<MiniSearch> | null = null;
  let shown: readonly SearchResult[] = [];
  let active = -1;

  const load = () => {
    index ??= readIndex();
    index.catch(() => {
      index = null;
    });
    return index;
  };
  const activate = (at: number) => {
    active = at;
    [...list.children].forEach((option, i) => void option.setAttribute('aria-selected', String(i === at)));
    if (at < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `found-${at}`);
    list.children[at]?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    activate(-1);
  };
  const open = ({ path }: SearchResult) => {
    close();
    location.href = path as string;
  };
  const show = async () => {
    const text = input.value.trim();
    if (text === '') return close();
    let found: readonly SearchResult[];
    try {
      found = (await load()).search(text).slice(0, MOST_SHOWN);
    } catch {
      fill(list, h('li', { role: 'option', 'aria-disabled': 'true' }, 'The search cannot be loaded.'));
      list.hidden = false;
      return;
    }
    if (input.value.trim() !== text) return;
    shown = found;
    const options = found.map((result, i) =>
      h(
        'li',
        { role: 'option', id: `found-${i}`, onclick: () => open(result) },
        h('span', {}, result.title),
        result.title !== result.page && h('span', { class: 'small muted' }, result.page),
      ),
    );
    const nothing = h('li', { role: 'option', 'aria-disabled': 'true' }, `Nothing about “${text}”.`);
    fill(list, options.length === 0 ? nothing : options);
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    activate(found.length === 0 ? -1 : 0);
  };

  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void show());
  input.addEventListener('blur', () => setTimeout(close, 150));
  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown.length > 0 && !list.hidden) {
      event.preventDefault();
      activate((active + step + shown.length) % shown.length);
    } else if (event.key === 'Enter' && active >= 0) open(shown[active]);
    else if (event.key === 'Escape') close();
  });
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
    if (key !== '/' || ctrlKey || metaKey || altKey || isTyping) return;
    event.preventDefault();
    input.focus();
  });
}

/** Pages that say how something is done stand above those that say what was changed, or promised. */
const WEIGHTS: readonly (readonly [begin: string, weight: number])[] = [
  ['/docs/errors', 2],
  ['/docs/calls/', 1.5],
  ['/docs/form-field', 1.5],
  ['/docs/changelog', 0.2],
  ['/docs/contract', 0.5],
];

function weightOf(path: string): number {
  return WEIGHTS.find(([begin]) => path.startsWith(begin))?.[1] ?? 1;
}

/** The words of a text; codes and tags (`RATE_LIMITED`, `letterbox-address`) whole and in parts. */
function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => (/[-_]/.test(word) ? [word, ...word.split(/[-_]/)] : [word]));
}

async function readIndex(): Promise<MiniSearch> {
  const response = await fetch(PACKAGE_FILES['docs-search.json']);
  if (!response.ok) throw new Error(`the search's texts are answered ${response.status}`);
  const parts = (await response.json()) as readonly Part[];
  const index = new MiniSearch({
    idField: 'path',
    fields: ['name', 'title', 'page', 'text'],
    storeFields: ['path', 'page', 'title'],
    tokenize: wordsOf,
    searchOptions: {
      prefix: true,
      // A number is meant as it is: 429 is not 409.
      fuzzy: (term) => (/\d/.test(term) ? false : 0.2),
      boost: { name: 6, title: 4, page: 2 },
      boostDocument: (path) => weightOf(String(path)),
      combineWith: 'AND',
    },
  });
  const seen = new Set<string>();
  for (const [path, page, title, text] of parts) {
    // A heading can have several sections, such as the parameters of a call, with the same path;
    // ids must differ.
    const id = seen.has(path) ? `${path}~${seen.size}` : path;
    seen.add(id);
    // A page is found by the last part of its path: `validate`.
    const name = path.includes('#') ? '' : path.slice(path.lastIndexOf('/') + 1);
    index.add({ path: id, name, page, title, text });
  }
  return index;
}
