import type { Core } from '../core.ts';
import { placeOf, ServiceError, type Suggestion } from '../service/address-service.ts';
import type { Row } from '../view/suggestion-list.ts';
import { fill } from '../view/texts.ts';

import { isSlow, Pace } from './pace.ts';
import { type Place, Places } from './places.ts';

/** The part of an answer of autocomplete that the field reads. */
interface Suggestions {
  readonly suggestions: readonly Suggestion[];
}

/** The suggestions under the field: from an answer in hand where that is enough, or asked for. */
export class Suggesting {
  readonly #field: Core;
  /** Opens entry by hand. */
  readonly #openManual: () => void;
  readonly #pace = new Pace();
  readonly #places: Places;
  /** The answer to the text that was last asked for, of those that have come. */
  #newest: Answer | null = null;
  /** What is asked for now, in that order. */
  readonly #awaited: string[] = [];
  /** How often everything had been cancelled when the text was last typed. */
  #cancelled = 0;
  /** Whether the text is to be asked for as soon as fewer requests are under way. */
  #isDue = false;

  constructor(field: Core, openManual: () => void) {
    this.#field = field;
    this.#openManual = openManual;
    this.#places = new Places(field);
  }

  /** Suggests for the text as it now is, at once or at the pace of who types. */
  typed(): void {
    const { view, settings, asking } = this.#field;
    const text = this.#text;
    this.#cancelled = asking.cancelled;
    this.#isDue = false;
    if (text.trim().length < settings.leastLetters()) {
      view.list.clear();
      return;
    }
    const kept = asking.kept<Suggestions>('autocomplete', settings.suggestParameters(text));
    const delay = settings.debounce() ?? this.#pace.afterKey(performance.now(), asking.roundTrip);
    if (kept !== undefined) this.show(kept.suggestions, text);
    else if (!this.#isAnswered(text)) this.#suggestSoon(delay);
  }

  /** Asks for the suggestions for the text; null without an answer. */
  async ask(): Promise<readonly Suggestion[] | ServiceError | null> {
    const parameters = this.#field.settings.suggestParameters(this.#text);
    const answer = await this.#field.asking.request<Suggestions>('autocomplete', parameters);
    return answer === null || answer instanceof ServiceError ? answer : answer.suggestions;
  }

  /** Shows suggestions, in which what was typed is marked. */
  show(suggestions: readonly Suggestion[], typed: string): void {
    const { view, texts, isFocused } = this.#field;
    const rows = [
      ...this.#places.known(typed).map((place) => this.#rowOfPlace(place)),
      ...suggestions.map((suggestion) => this.#rowOf(suggestion)),
    ];
    const { length } = rows;
    const { noSuggestions, oneSuggestion, suggestions: several } = texts;
    view.hint(null);
    view.list.show({
      rows,
      last: this.#notListed(),
      typed,
      note: length === 0 ? noSuggestions : '',
    });
    if (!isFocused) view.list.close();
    else view.say(length === 0 ? noSuggestions : length === 1 ? oneSuggestion : fill(several, { n: length }));
  }

  get #text(): string {
    return this.#field.text.replace(/^\s+/, '');
  }

  /**
   * Asks for suggestions after a delay, or later if the service wants to be left alone for longer;
   * not at all if it refuses the key.
   */
  #suggestSoon(delay: number): void {
    const { view, asking, texts } = this.#field;
    asking.stopWaiting();
    const { wait } = asking;
    asking.sayWait();
    if (wait === Number.POSITIVE_INFINITY) view.list.clear();
    else {
      if (wait > 0) view.list.clear();
      else if (!this.#showContinued(this.#text)) view.list.wait(texts.searching);
      asking.later(() => void this.#suggest(), Math.max(delay, wait));
    }
  }

  async #suggest(): Promise<void> {
    const text = this.#text;
    const { settings, asking } = this.#field;
    const awaited = this.#awaited;
    if (awaited.includes(text)) return;
    this.#isDue = asking.free < (this.#places.mayBe(text) ? 2 : 1);
    if (this.#isDue) return;
    const { limit } = settings.suggestParameters(text);
    this.#pace.asked(performance.now(), text);
    awaited.push(text);
    const [answer] = await Promise.all([this.ask(), this.#places.look(text)]);
    const at = awaited.indexOf(text);
    // What was asked for before comes too late, and what was cancelled is for nobody.
    if (at >= 0) awaited.splice(0, at + 1);
    const isWanted = this.#cancelled === asking.cancelled;
    if (answer instanceof ServiceError) this.#askAgain(answer);
    else if (answer !== null && at >= 0) {
      this.#newest = { text, suggestions: answer, isComplete: answer.length < Number(limit) };
      if (isWanted) this.#came(this.#newest);
    }
    if (isWanted && this.#isDue) void this.#suggest();
  }

  /** Shows an answer, or what of it is left for who has typed on. */
  #came({ text, suggestions }: Answer): void {
    const now = this.#text;
    if (now === text) this.show(suggestions, text);
    else if (this.#isAnswered(now)) {
      this.#isDue = false;
      this.#field.asking.stopWaiting();
    } else this.#showContinued(now);
  }

  /** Shows what is left for a text of an answer that has all there is; false if nothing is. */
  #isAnswered(text: string): boolean {
    return this.#newest?.isComplete === true && this.#showAny(narrow(this.#newest, text), text);
  }

  /**
   * Shows what an answer to an older text has for one that continues it, while another is awaited: on
   * a slow line all of it, if nothing is left. False if there is nothing to show.
   */
  #showContinued(text: string): boolean {
    const newest = this.#newest;
    const left = narrow(newest, text);
    const isStale = left.length === 0 && isSlow(this.#field.asking.roundTrip) && text.startsWith(newest?.text ?? text);
    return this.#showAny(isStale ? (newest?.suggestions ?? left) : left, text);
  }

  #showAny(suggestions: readonly Suggestion[], text: string): boolean {
    if (suggestions.length > 0) this.show(suggestions, text);
    return suggestions.length > 0;
  }

  /** Asks again for the text at the end of a wait that is temporary. */
  #askAgain({ status, code }: ServiceError): void {
    const { asking } = this.#field;
    const { wait } = asking;
    const passes = status === 429 || status >= 500 || status === 0;
    if (passes && code !== 'QUOTA_EXCEEDED' && wait < Number.POSITIVE_INFINITY && this.#field.isFocused)
      asking.later(() => this.#field.isFocused && this.#suggestSoon(0), wait);
  }

  #rowOf(suggestion: Suggestion): Row {
    const { settings, texts } = this.#field;
    const shown = settings.cased(suggestion);
    const { alias } = suggestion.formatted ?? {};
    return {
      line: shown.addressLabel ?? '',
      place: placeOf(shown),
      ...(alias && { alias: { line: alias, around: texts.alias } }),
      part: `option-${suggestion.serviceMatchQuality}`,
      choose: () => this.#field.choose(suggestion, null, true),
    };
  }

  /** A place, which is typed out for whoever chooses it, to go on with the street. */
  #rowOfPlace(place: Place): Row {
    const { settings, view } = this.#field;
    const line = placeOf(settings.cased({ id: '', addressLabel: null, ...place }));
    const choose = () => {
      view.input.value = `${line}, `;
      view.input.dispatchEvent(new InputEvent('input'));
    };
    return { line, place: '', part: 'option-suburb', choose };
  }

  #notListed(): Row | null {
    const { settings, mustBeConfirmed, texts } = this.#field;
    if (!settings.isOn('manual') || mustBeConfirmed) return null;
    return { line: texts.notListed, place: '', part: 'option-last', choose: this.#openManual };
  }
}

/** An answer of autocomplete. */
interface Answer {
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
function narrow(answer: Answer | null, text: string): readonly Suggestion[] {
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
