import { placeOf } from '../address-text.ts';
import type { Core } from '../core.ts';
import { ServiceError, type Suggestion } from '../service/address-service.ts';
import type { Row } from '../view/suggestion-list.ts';
import { fill } from '../view/texts.ts';
import { type CompleteAnswer, narrow } from './narrowing.ts';
import { Pace } from './pace.ts';
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
  #complete: CompleteAnswer | null = null;

  constructor(field: Core, openManual: () => void) {
    this.#field = field;
    this.#openManual = openManual;
    this.#places = new Places(field.settings);
  }

  /** Suggests for the text as it now is, at once or at the pace of who types. */
  typed(): void {
    const { view, settings, asking } = this.#field;
    const text = this.#text;
    if (text.trim().length < settings.leastLetters()) {
      view.list.clear();
      return;
    }
    const kept = asking.kept<Suggestions>('autocomplete', settings.suggestParameters(text));
    const delay = settings.debounce() ?? this.#pace.afterKey(performance.now());
    const found = kept?.suggestions ?? narrow(this.#complete, text);
    if (kept !== undefined || found.length > 0) this.show(found, text);
    else this.#suggestSoon(delay);
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
      if (wait === 0) view.list.wait(texts.searching);
      else view.list.clear();
      asking.later(() => void this.#suggest(), Math.max(delay, wait));
    }
  }

  async #suggest(): Promise<void> {
    const text = this.#text;
    const { limit } = this.#field.settings.suggestParameters(text);
    this.#pace.asked(performance.now());
    const [answer] = await Promise.all([this.ask(), this.#places.look(text)]);
    if (answer instanceof ServiceError) this.#askAgain(answer);
    else if (answer !== null) {
      this.#complete = answer.length < Number(limit) ? { text, suggestions: answer } : null;
      this.show(answer, text);
    }
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
    const shown = this.#field.settings.cased(suggestion);
    return {
      line: shown.addressLabel ?? '',
      place: placeOf(shown),
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
