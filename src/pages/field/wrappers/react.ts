import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import type {
  AttachOptions,
  ChosenAddress,
  LetterboxAddress as Element,
  FieldError,
  FieldTexts,
  ManualAddress,
} from '../letterbox-address.ts';

/**
 * The props of `<letterbox-address>` in JSX: its attributes, and handlers for its events, named
 * `on` and the event's name.
 */
export interface LetterboxAddressAttributes extends DetailedHTMLProps<HTMLAttributes<Element>, Element> {
  readonly 'base-url'?: string;
  readonly 'api-key'?: string;
  /** The id of the form's own input, which the field is to be attached to. */
  readonly for?: string;
  readonly name?: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** `confirmed` asks for an address that the service knows. */
  readonly required?: boolean | 'confirmed';
  readonly disabled?: boolean;
  readonly readonly?: boolean;
  readonly fields?: string;
  readonly state?: string;
  readonly near?: string;
  readonly limit?: number;
  readonly minlength?: number;
  readonly debounce?: number;
  readonly casing?: 'title' | 'upper';
  readonly units?: 'off';
  readonly manual?: 'off';
  readonly verify?: 'off';
  readonly coordinates?: boolean;
  readonly form?: string;
  readonly texts?: Partial<FieldTexts>;
  readonly 'onletterbox-address'?: (event: CustomEvent<ChosenAddress | null>) => void;
  readonly 'onletterbox-manual'?: (event: CustomEvent<ManualAddress>) => void;
  readonly 'onletterbox-error'?: (event: CustomEvent<FieldError>) => void;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'letterbox-address': LetterboxAddressAttributes;
    }
  }
}

/** The attributes of the field, and handlers for its events. */
export interface LetterboxAddressProps extends LetterboxAddressAttributes {
  readonly onAddress?: (address: ChosenAddress | null) => void;
  readonly onManual?: (address: ManualAddress) => void;
  readonly onProblem?: (error: FieldError) => void;
}

/**
 * The field as a React 19 component. It also works with server-side rendering, since the element is
 * defined in the browser.
 */
export function LetterboxAddress({
  onAddress,
  onManual,
  onProblem,
  ...attributes
}: LetterboxAddressProps): ReactElement {
  useEffect(() => void import('../letterbox-address.ts'), []);
  return createElement('letterbox-address', {
    ...attributes,
    ...(onAddress && { 'onletterbox-address': ({ detail }: CustomEvent<ChosenAddress | null>) => onAddress(detail) }),
    ...(onManual && { 'onletterbox-manual': ({ detail }: CustomEvent<ManualAddress>) => onManual(detail) }),
    ...(onProblem && { 'onletterbox-error': ({ detail }: CustomEvent<FieldError>) => onProblem(detail) }),
  });
}

/**
 * Attaches the field to an input of a form: `<input ref={useLetterboxAddress({ apiKey, fields })}>`.
 * The input stays the form's own, controlled or not; options may change from one rendering to the next.
 */
export function useLetterboxAddress(options: AttachOptions): RefCallback<HTMLInputElement> {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return useCallback((input: HTMLInputElement | null) => {
    if (input === null) return;
    let detach: (() => void) | null = () => {};
    void import('../letterbox-address.ts').then(({ attach }) => {
      if (detach !== null) detach = attach(input, () => latest.current);
    });
    return () => {
      detach?.();
      detach = null;
    };
  }, []);
}
