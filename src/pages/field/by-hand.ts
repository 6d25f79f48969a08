import { manualText } from './address-text.ts';
import type { Core } from './core.ts';

/** Entry by hand, in the form's own fields, or, if they are hidden, in fields of the element. */
export class ByHand {
  readonly #field: Core;
  /** The text that the form's own fields gave, where somebody or a browser filled them. */
  #ofParts = '';

  constructor(field: Core) {
    this.#field = field;
  }

  /** Switches to entry by hand. */
  open(): void {
    const { view, asking, fields, texts } = this.#field;
    const text = this.#field.text.trim();
    asking.cancel();
    this.#field.checked = text;
    view.list.clear();
    const line = fields.visible('line');
    if (line !== null) {
      if (line.value === '') fields.fill({ line: text });
      view.hint(texts.byHand);
      line.focus();
      return;
    }
    view.showSearch(false);
    view.manual.open({ line: text, suburb: '', state: '', postcode: '' });
    this.entered();
  }

  /** Takes over what the fields of the element have. */
  entered(): void {
    const { host, view, fields } = this.#field;
    const { address } = view.manual;
    this.#field.isDirty = true;
    this.#field.show(manualText(address));
    this.#field.checked = this.#field.text;
    fields.fill({ ...address, id: '', lat: '', lon: '' });
    host.sync();
    host.tell('letterbox-manual', address);
  }

  /** Goes back to the search, if the address is being entered in fields of the element. */
  close(): void {
    const { view, fields } = this.#field;
    if (!view.manual.isOpen) return;
    view.manual.close();
    view.showSearch(true);
    fields.clear();
  }

  /**
   * Takes over the parts that a browser, or somebody, filled in a form whose field is empty: they
   * are its text. Whether they were.
   */
  takeParts(): boolean {
    const field = this.#field;
    const { host, view, fields, text } = field;
    if (field.address !== null || view.manual.isOpen || (text !== '' && text !== this.#ofParts)) return false;
    const parts = fields.given();
    this.#ofParts = parts.line !== '' && (parts.suburb !== '' || parts.postcode !== '') ? manualText(parts) : '';
    if (text !== this.#ofParts) {
      field.isDirty = true;
      field.show(this.#ofParts);
      host.sync();
    }
    return true;
  }

  /** A text that is no known address goes into the line, or the form would be sent without it. */
  keepText(): void {
    const { address, view, fields, text } = this.#field;
    if (address === null && !view.manual.isOpen && text.trim() !== '') fields.fillEmptyLine(text.trim());
  }
}
