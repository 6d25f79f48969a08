import { h } from '../../playground/dom.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { reveal } from '../reveal.ts';
import { ask, say } from '../states.ts';
import type { ViewContext } from './view.ts';

/** A key in an answer of the console's API. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly state: 'active' | 'rotated' | 'disabled' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly kind: 'secret' | 'publishable';
  readonly terms: { readonly origins: readonly string[]; readonly operations: readonly string[] } | null;
  readonly dailyCap: number | null;
  readonly monthlyCap: number | null;
  readonly usedToday: number;
  readonly usedThisMonth: number;
  readonly lastUsedAt: string | null;
}

interface RevealedKey extends Key {
  readonly key: string | null;
}

const keyPath = (context: ViewContext, key: Key, verb: string) =>
  pathOf(context.organization, `/keys/${encodeURIComponent(key.id)}/${verb}`);

const nameInput = (value = '') => h('input', { maxlength: 100, autocomplete: 'off', required: true, value });

function capInput(cap: number | null): HTMLInputElement {
  const limits = { min: 1, max: 1_000_000_000, step: 1, inputmode: 'numeric' };
  return h('input', { type: 'number', ...limits, value: cap ?? '', placeholder: 'no cap' });
}

function namedOf({ value }: HTMLInputElement): string {
  if (value.trim() !== '') return value.trim();
  throw new ApiFailure(400, 'INVALID_PARAMETERS', 'Give the key a name, to tell it from others.', null);
}

const CAP_LABELS = ['Credits that it may use in a day (UTC)', 'Credits that it may use in a calendar month (UTC)'];

/** Asks for the properties of a new key, makes it, and shows it, once. */
export function askForKey(context: ViewContext): void {
  const name = nameInput();
  const [daily, monthly] = [capInput(null), capInput(null)];
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const lastDay = h('input', { type: 'date', min: tomorrow });
  const origins = h('textarea', { placeholder: 'https://shop.example.com' });
  const operations = h('input', { autocomplete: 'off', placeholder: 'autocomplete, validate, enrich' });
  const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  const body = [
    h('label', {}, 'Name', name),
    h('label', {}, CAP_LABELS[0], daily),
    h('label', {}, CAP_LABELS[1], monthly),
    h('label', {}, 'Last day on which it works (UTC); leave empty for no end', lastDay),
    h(
      'label',
      {},
      'Origins of web pages that may use it, one a line. Leave empty for a key that stays on your servers.',
      origins,
    ),
    h('label', {}, 'Operations that pages may use; leave empty for what a form needs', operations),
  ];
  ask({ title: 'Make a key', body, confirm: 'Make key', cancel: 'Not now' }, async () => {
    const [from, which] = [words(origins.value), words(operations.value)];
    const wanted = {
      name: namedOf(name),
      ...(from.length > 0 && { origins: from }),
      ...(which.length > 0 && { operations: which }),
      ...(daily.value !== '' && { dailyCap: Number(daily.value) }),
      ...(monthly.value !== '' && { monthlyCap: Number(monthly.value) }),
      ...(lastDay.value !== '' && { expiresAt: endOf(lastDay.value) }),
    };
    show(await call<RevealedKey>('POST', pathOf(context.organization, '/keys'), wanted), context);
  });
}

/** The first moment after a day. */
function endOf(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString();
}

/** Asks for a new name and new caps for a key. */
export function askToChange(key: Key, context: ViewContext): void {
  const name = nameInput(key.name);
  const [daily, monthly] = [capInput(key.dailyCap), capInput(key.monthlyCap)];
  const body = [
    h('label', {}, 'Name', name),
    h('label', {}, CAP_LABELS[0], daily),
    h('label', {}, CAP_LABELS[1], monthly),
    h('p', { class: 'small muted' }, 'What it used so far today and this month counts. Leave a cap empty for none.'),
  ];
  ask({ title: `Change ${key.name}`, body, confirm: 'Change key' }, async () => {
    const caps = { dailyCap: Number(daily.value), monthlyCap: Number(monthly.value) };
    await call('POST', keyPath(context, key, 'change'), { name: namedOf(name), ...caps });
    say(`${name.value} is changed.`);
    context.refresh();
  });
}

/** Asks how long a key keeps working after its rotation, and rotates it. */
export function askToRotate(key: Key, context: ViewContext): void {
  const grace = h(
    'select',
    {},
    [
      [0, 'not at all'],
      [3600, 'one hour'],
      [86_400, 'one day'],
      [604_800, 'one week'],
    ].map(([seconds, text]) => h('option', { value: seconds, selected: seconds === 86_400 }, String(text))),
  );
  const body = [
    h('p', {}, `A new key takes the place of ${key.name}, with the same restrictions. Both count on the same credits.`),
    (key.dailyCap !== null || key.monthlyCap !== null) &&
      h('p', {}, 'Its caps hold for each of the two: the new key begins with nothing used.'),
    h('label', {}, 'The old key goes on working', grace),
  ];
  ask({ title: `Rotate ${key.name}?`, body, confirm: 'Rotate key' }, async () => {
    const made = await call<RevealedKey>('POST', keyPath(context, key, 'rotate'), {
      graceSeconds: Number(grace.value),
    });
    show(made, context);
  });
}

/** Asks whether to revoke a key. */
export function askToRevoke(key: Key, context: ViewContext): void {
  const body = [
    h('p', {}, 'Requests with it are refused within a second, on all machines. It cannot be brought back.'),
  ];
  ask({ title: `Revoke ${key.name}?`, body, confirm: 'Revoke key', danger: true }, async () => {
    await call('POST', keyPath(context, key, 'revoke'), {});
    say(`${key.name} is revoked.`);
    context.refresh();
  });
}

/** Lists a new key, and shows it, once. A replay of a request has none to show. */
function show({ name, key }: RevealedKey, context: ViewContext): void {
  context.refresh();
  if (key === null) return;
  reveal({
    title: `${name}: copy the key now. It is not shown again.`,
    text: key,
    id: 'new-key',
    dismissed: context.refresh,
  });
}
