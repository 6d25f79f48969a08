import type { Core } from './core.ts';
import { manualText } from './service/address-service.ts';

/** Entry by hand, in the form's own inputs, or, if they are hidden, in inputs of the field. */
export class ByHand {
  readonly #field: Core;
  /** The text that the form's own inputs gave, where somebody or a browser filled them. */
  #ofParts = '';

  constructor(field: Core) {
    this.#field = field;
  }

  /** Switches to entry by hand. */
  open(): void {
    const { host, view, asking, manual, fields, texts } = this.#field;
    const text = this.#field.text.trim();
    asking.cancel();
    this.#field.checked = text;
    view.list.clear();
    const line = fields.isLine ? null : fields.visible('line');
    if (line !== null) {
      if (line.value === '') fields.fill({ line: text });
      view.hint(texts.byHand);
      line.focus();
    } else if (manual !== null) {
      manual.open({ line: text, suburb: '', state: '', postcode: '' }, texts);
      this.entered();
    } else if (fields.isLine) host.tell('letterbox-manual', fields.given());
    else host.tell('letterbox-manual', { ...fields.given(), line: text });
  }

  /** Takes over what the inputs of the field have. */
  entered(): void {
    const { host, manual, fields } = this.#field;
    if (manual === null) return;
    const { address } = manual;
    this.#field.isDirty = true;
    this.#field.show(manualText(address));
    this.#field.checked = this.#field.text;
    fields.fill({ ...address, id: '', lat: '', lon: '' });
    host.sync();
    host.tell('letterbox-manual', address);
  }

  /** Goes back to the search, if the address is being entered in inputs of the field. */
  close(): void {
    const { manual, fields } = this.#field;
    if (!manual?.isOpen) return;
    manual.close();
    fields.clear();
  }

  /** Whether the text is a whole address, as far as the form's inputs say: a line alone is none. */
  get isWhole(): boolean {
    const { line, suburb, postcode } = this.#field.fields.given();
    return !this.#field.fields.isLine || (line !== '' && (suburb !== '' || postcode !== ''));
  }

  /**
   * Takes over the parts that a browser, or somebody, filled in a form whose field is empty, or the
   * line of them: they are its text. Whether they were.
   */
  takeParts(): boolean {
    const field = this.#field;
    const { host, view, manual, fields, text } = field;
    const isTheirs = text === '' || text === this.#ofParts || field.isGiven || fields.isLine;
    if (field.address !== null || manual?.isOpen || !isTheirs) return false;
    const parts = fields.given();
    const isWhole = parts.line !== '' && (parts.suburb !== '' || parts.postcode !== '');
    const rest = fields.isLine ? view.input.value : text === this.#ofParts ? '' : text;
    const whole = isWhole ? manualText(parts) : rest;
    this.#ofParts = isWhole ? whole : '';
    if (text !== whole) {
      field.isDirty = true;
      field.show(whole);
      host.sync();
    }
    return true;
  }

  /** A text that is no known address goes into the line, or the form would be sent without it. */
  keepText(): void {
    const { address, manual, fields, text } = this.#field;
    if (address === null && !manual?.isOpen && !fields.isLine && text.trim() !== '') fields.fillEmptyLine(text.trim());
  }
}
