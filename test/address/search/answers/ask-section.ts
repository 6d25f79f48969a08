import type { AutocompleteParameters } from '../../../../src/address/operations/table/rows/autocomplete.ts';
import type { Searches } from '../sample.ts';
import { type Asked, matchText, type Section, suggestionsText } from './answer-file.ts';

/** The generated release that answers.txt was answered from: its addresses and its seed. */
export const RELEASE = [80_000, 5] as const;

/** A section with the answers that its queries have now. */
export function answer(searches: Searches, section: Section): Section {
  const ask = askerOf(searches, section.asked);
  return { ...section, lines: section.lines.map(({ q }) => ({ q, answer: ask(q) })) };
}

function askerOf(searches: Searches, asked: Asked): (q: string) => string {
  const [operation, ...parameters] = asked.split(' ');
  if (operation === 'validate') return (q) => matchText(searches.validate(q));
  const more = Object.assign({}, ...parameters.map(parameterOf));
  return (q) => suggestionsText(searches.autocomplete(q, more));
}

function parameterOf(text: string): Partial<AutocompleteParameters> {
  const [name, value] = text.split('=');
  if (name === 'limit') return { limit: Number(value) };
  if (name === 'state') return { state: value as AutocompleteParameters['state'] };
  if (name !== 'near') throw new Error(`${text}: no parameter that the file may name`);
  const [lat, lon] = value.split(',').map(Number);
  return { near: { lat, lon } };
}
