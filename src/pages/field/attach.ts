import { optionOf } from './attributes.ts';
import { Field } from './field.ts';
import type { ChosenAddress } from './form/form-fields.ts';
import { type FieldNames, readFieldNames } from './form/parts.ts';
import type { Host } from './host.ts';
import { follow } from './host.ts';
import type { ManualAddress } from './view/manual-entry.ts';
import type { FieldTexts } from './view/texts.ts';
import { warn } from './warning.ts';

/** What went wrong between the field and the service. */
export interface FieldError {
  /** The HTTP status; 0 if there was no answer that the page may read. */
  readonly status: number;
  /** The code of the service's error, or `NETWORK`. */
  readonly code: string;
  readonly message: string;
  /** Seconds after which the field asks again by itself; null if the service has not said. */
  readonly retryAfter: number | null;
}

/** Options of a field, as a script gives them: each is an attribute of `<letterbox-address>`. */
export interface FieldOptions {
  /** The URL of the service; empty for the page's own host. */
  readonly baseUrl?: string;
  /** A publishable key; none where a proxy adds it. */
  readonly apiKey?: string;
  /**
   * Names, ids or selectors of the form's inputs by the parts `line line1 line2 suburb state postcode
   * id lat lon`, where they are called otherwise: `line1=address1 suburb,postcode=place`.
   */
  readonly fields?: string | FieldNames;
  /** Suggest for this state alone. */
  readonly state?: string;
  /** Suggest what is near first: `lat,lon`. */
  readonly near?: string;
  /** The most suggestions (5). */
  readonly limit?: number | string;
  /** The fewest letters for a request (2). */
  readonly minLength?: number | string;
  /** Milliseconds from a letter to its request; else it adapts to who types. */
  readonly debounce?: number | string;
  /** `upper`: as G-NAF has it; else `12 Smith Street`. */
  readonly casing?: 'title' | 'upper';
  /** `off`: no units are offered for a building. */
  readonly units?: 'on' | 'off';
  /** `off`: the list has no row for an address that is not listed. */
  readonly manual?: 'on' | 'off';
  /** `off`: nothing is asked about an address that was typed and not chosen. */
  readonly verify?: 'on' | 'off';
  /** `confirmed` asks for an address that the service knows. */
  readonly required?: boolean | 'confirmed';
  /** Asks for coordinates, also where the form has no inputs for them: an enrich for each choice. */
  readonly coordinates?: boolean;
}

/** Options of a field that is attached to an input of the page. */
export interface AttachOptions extends FieldOptions {
  readonly texts?: Partial<FieldTexts>;
  /** An address was chosen or confirmed; null when what was chosen was changed by hand. */
  readonly onAddress?: (address: ChosenAddress | null) => void;
  /** The address is not listed, and is being entered by hand. */
  readonly onManual?: (address: ManualAddress) => void;
  readonly onProblem?: (error: FieldError) => void;
}

/** Who hears of what happens in an attached field. */
export interface Listener {
  readonly element: HTMLElement;
  readonly option: Host['option'];
  readonly names: Host['names'];
  readonly sync: (field: Field) => void;
  readonly busy: Host['busy'];
  readonly tell: Host['tell'];
}

/** A field whose input is one of the page's form, which stays what it is: its name, label and value. */
export function fieldOn(input: HTMLInputElement, listener: Listener): Field {
  const field: Field = new Field(
    {
      ...listener,
      isOwn: false,
      form: () => input.form,
      labels: () => input.labels ?? [],
      named: () => {},
      sync() {
        // Else what is missing is between the page and its input.
        if (field.mustBeConfirmed) input.setCustomValidity(input.value === '' ? '' : (field.fault?.message ?? ''));
        if (input.validity.valid) input.removeAttribute('aria-invalid');
        listener.sync(field);
      },
      // The input has events of its own.
      changed: () => {},
    },
    input,
  );
  input.addEventListener('invalid', () => input.setAttribute('aria-invalid', 'true'));
  return field;
}

/**
 * Makes an input of a page's form an address field, which fills the other inputs of the form. By a
 * selector, it is the first input that this finds, also when the page draws it later or again. Options
 * that may change are given by a function. Returns what detaches the field, and leaves the input as it
 * was.
 */
export function attach(target: HTMLInputElement | string, options: AttachOptions | (() => AttachOptions)): () => void {
  const given = typeof options === 'function' ? options : () => options;
  let field: Field | null = null;
  const use = (input: HTMLInputElement | null) => {
    field?.leave();
    field = null;
    if (input === null) return;
    field = fieldOn(input, {
      element: input,
      option: (name) => optionOf(given(), name),
      names: () => readFieldNames(given().fields ?? ''),
      sync: () => {},
      busy: () => {},
      tell(type, detail) {
        const { onAddress, onManual, onProblem } = given();
        const told = { 'letterbox-address': onAddress, 'letterbox-manual': onManual, 'letterbox-error': onProblem };
        told[type as keyof typeof told]?.(detail as never);
      },
    });
    field.texts = { ...field.texts, ...given().texts };
    field.enter();
  };
  if (typeof target !== 'string') {
    use(target);
    return () => use(null);
  }
  const stop = follow(document, () => inputOf(document.querySelector(target), target), use);
  return () => {
    stop();
    use(null);
  };
}

/** An element as the input that it should be; null where there is none. */
export function inputOf(found: Element | null, sought: string): HTMLInputElement | null {
  if (found === null || found instanceof HTMLInputElement) return found;
  warn(`“${sought}” is a <${found.localName}>; expected an <input>`);
  return null;
}
