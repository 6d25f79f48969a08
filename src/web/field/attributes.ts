/** Properties that are texts, each with the attribute that it stands for. */
export const TEXT_PROPERTIES = {
  name: 'name',
  label: 'label',
  placeholder: 'placeholder',
  defaultValue: 'value',
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

/** Properties that are true or false, each with its attribute. */
export const FLAG_PROPERTIES = { required: 'required', disabled: 'disabled', readOnly: 'readonly' } as const;

/** Gives a class of elements the properties of its attributes: to set one is to set the other. Null takes an attribute away. */
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
        this.toggleAttribute(attribute, Boolean(value));
      },
    });
}

/** Sets again, through its setter, what was set on the element before its class was there. */
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
