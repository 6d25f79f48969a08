/** What a page sets to change the look, without its `--letterbox-`. */
const THEME = ['accent', 'border', 'surface', 'text', 'muted', 'active', 'alert', 'radius', 'layer'];
/** The least room below an input for what opens there, px. */
const LEAST_ROOM = 200;
const GAP = 4;

/**
 * Keeps an element under an input, or above it where there is more room, over all else of the page:
 * in the document only while it is open, in the top layer, with the input's font and colours.
 */
export class Popup {
  readonly #host: HTMLElement;
  readonly #input: HTMLInputElement;

  constructor(host: HTMLElement, input: HTMLInputElement) {
    this.#host = host;
    this.#input = input;
  }

  get isOpen(): boolean {
    return this.#host.isConnected;
  }

  open(): void {
    if (!this.isOpen) {
      const root = this.#input.getRootNode();
      // Outside of an open dialog nothing can be clicked.
      const around = this.#input.closest('dialog, [popover]') ?? (root instanceof ShadowRoot ? root : document.body);
      this.#dress();
      this.#host.popover = 'manual';
      around.append(this.#host);
      this.#host.showPopover?.();
      addEventListener('scroll', this.#place, { capture: true, passive: true });
      for (const each of [window, visualViewport]) each?.addEventListener('resize', this.#place);
    }
    this.#place();
  }

  close(): void {
    this.#host.remove();
    removeEventListener('scroll', this.#place, { capture: true });
    for (const each of [window, visualViewport]) each?.removeEventListener('resize', this.#place);
  }

  readonly #place = (): void => {
    const { left, top, bottom, width } = this.#input.getBoundingClientRect();
    const below = innerHeight - bottom;
    const isAbove = below < LEAST_ROOM && top > below;
    const set = (name: string, px: number | null) =>
      this.#host.style.setProperty(`--_${name}`, px === null ? 'auto' : `${px}px`);
    set('left', left);
    set('width', width);
    set('top', isAbove ? null : bottom + GAP);
    set('bottom', isAbove ? innerHeight - top + GAP : null);
    set('room', (isAbove ? top : below) - 2 * GAP);
  };

  #dress(): void {
    const style = getComputedStyle(this.#input);
    const { fontSize, fontFamily, colorScheme } = style;
    const looks: Record<string, string> = { '--_font': `${fontSize} ${fontFamily}`, '--_scheme': colorScheme };
    for (const name of THEME) looks[`--letterbox-${name}`] = style.getPropertyValue(`--letterbox-${name}`);
    // An empty value removes a property.
    for (const [name, value] of Object.entries(looks)) this.#host.style.setProperty(name, value);
  }
}
