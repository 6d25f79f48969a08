import { h } from '../playground/dom.ts';
import { count, moment, money } from './words.ts';

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What an event or an entry says, as a list of names and values in words; amounts are in Australian dollars. */
export function detailsList(data: object): HTMLElement {
  const facts = factsOf(data, '').map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
  return h('dl', { class: 'facts small' }, facts);
}

function factsOf(data: object, above: string): [name: string, value: string][] {
  return Object.entries(data).flatMap(([key, value]): [string, string][] => {
    const cents = key.endsWith('Cents');
    const name = `${above}${inWords(cents ? key.slice(0, -'Cents'.length) : key)}`;
    if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return [[name, value.join(', ')]];
    if (typeof value === 'object' && value !== null) return factsOf(value as object, `${name}, `);
    return [[name, typeof value === 'number' && cents ? money(value, 'AUD') : valueInWords(value)]];
  });
}

function inWords(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`);
}

function valueInWords(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'number') return count(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && ISO_MOMENT.test(value) ? moment(value) : String(value);
}
