/** Text properties, each with the attribute that it reflects. */
export const TEXT_PROPERTIES = {
  name: 'name',
  label: 'label',
  placeholder: 'placeholder',
  defaultValue: 'value',
  htmlFor: 'for',
  baseUrl: 'base-url',
  apiKey: 'api-key',
  fields: 'fields',
  state: 'state',
  near: 'near',
  limit: 'limit',
  debounce: 'debounce',
  minLength: 'minlength',
  casing: 'casing',
  verify: 'verify',
  units: 'units',
  manual: 'manual',
} as const;

/** Boolean properties, each with its attribute. */
export const FLAG_PROPERTIES = {
  required: 'required',
  disabled: 'disabled',
  readOnly: 'readonly',
  coordinates: 'coordinates',
} as const;

/** An option that a script gave, as its attribute would have it; null if it is not given. */
export function optionOf(options: object, attribute: string): string | null {
  const [property = ''] =
    Object.entries({ ...TEXT_PROPERTIES, ...FLAG_PROPERTIES }).find(([, name]) => name === attribute) ?? [];
  const value: unknown = Reflect.get(options, property);
  if (value === undefined || value === null || value === false) return null;
  return value === true ? '' : String(value);
}

/**
 * Defines properties on an element class that reflect its attributes. Null removes an attribute.
 */
export function reflect(prototype: HTMLElement): void {
  for (const [property, attribute] of Object.entries(TEXT_PROPERTIES))
    define(prototype, property, {
      get(this: HTMLElement) {
        return this.getAttribute(attribute) ?? '';
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(attribute);
        else this.setAttribute(attribute, String(value));
      },
    });
  for (const [property, attribute] of Object.entries(FLAG_PROPERTIES))
    define(prototype, property, {
      get(this: HTMLElement) {
        return this.hasAttribute(attribute);
      },
      set(this: HTMLElement, value: unknown) {
        if (typeof value === 'string' && value !== '') this.setAttribute(attribute, value);
        else this.toggleAttribute(attribute, Boolean(value));
      },
    });
}

/**
 * Sets properties again, through their setters, that were set on the element before its class was
 * defined.
 */
export function adoptProperties(element: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}

function define(prototype: HTMLElement, name: string, accessors: PropertyDescriptor): void {
  Object.defineProperty(prototype, name, { ...accessors, configurable: true, enumerable: true });
}
