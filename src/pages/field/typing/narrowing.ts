import type { Suggestion } from '../service/address-service.ts';

/** An answer of autocomplete. */
export interface Answer {
  /** What was typed. */
  readonly text: string;
  readonly suggestions: readonly Suggestion[];
  /** Whether it has all there is: the service had fewer suggestions than it was asked for. */
  readonly isComplete: boolean;
}

/**
 * The suggestions that are left of an answer when somebody types on: those in which each typed word
 * begins a word. Empty if the text is another, or needs the service to be read, as an
 * abbreviation or a typing error does.
 */
export function narrow(answer: Answer | null, text: string): readonly Suggestion[] {
  if (answer === null || !text.startsWith(answer.text)) return [];
  const typed = wordsOf(text);
  return answer.suggestions.filter(({ addressLabel, localityName, state, postcode }) => {
    const words = wordsOf([addressLabel, localityName, state, postcode].join(' '));
    return typed.every((word) => words.some((each) => each.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,/-]+/)
    .filter(Boolean);
}
