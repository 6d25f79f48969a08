/** HTML that can stand in a page as it is: what texts it was made of are escaped. */
export interface Html {
  readonly html: string;
}

/** What stands between the literal parts of `html`: a text is escaped, a list is put together, nothing is left out. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** HTML of a template. Attributes are to be quoted with `"`. */
export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(written)) };
}

/** HTML that was made elsewhere. */
export function raw(text: string): Html {
  return { html: text };
}

/** A text as it stands in HTML, between tags or between quotation marks. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function written(value: Child): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  if ('html' in value) return value.html;
  return value.map(written).join('');
}
