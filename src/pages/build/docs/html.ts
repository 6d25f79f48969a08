/** HTML that is safe to put into a page: texts in it are escaped. */
export interface Html {
  readonly html: string;
}

/**
 * A value in an `html` template: text is escaped, lists are joined, null, undefined and false are
 * left out.
 */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** HTML from a template. Attributes must be quoted with `"`. */
export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(written)) };
}

/** HTML that was made elsewhere. */
export function raw(text: string): Html {
  return { html: text };
}

/** A text escaped for HTML, between tags or quotation marks. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function written(value: Child): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  if ('html' in value) return value.html;
  return value.map(written).join('');
}
