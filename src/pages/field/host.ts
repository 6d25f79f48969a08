import type { PartTexts } from './form/parts.ts';

/** Where a field stands in a page, and whom it tells. */
export interface Host {
  /** What stands in the page's own tree: the `<letterbox-address>`, or the input of the page. */
  readonly element: HTMLElement;
  /** Whether the input is the field's own, in its shadow tree, and none of the page's form. */
  readonly isOwn: boolean;
  /** An option, by the name of its attribute; null if it is not given. */
  option(name: string): string | null;
  /** Names of the inputs of its form, by part. */
  names(): PartTexts;
  form(): HTMLFormElement | null;
  /** The labels that the page has for the field. */
  labels(): Iterable<Node>;
  /** Shows what the field is called. */
  named(name: string): void;
  /** Updates the form value and the validity. */
  sync(): void;
  /** Says whether the field is `busy`. */
  busy(isBusy: boolean): void;
  /** Tells the page that the text changed; an event of the input itself is where that is the page's. */
  changed(event: Event): void;
  tell(type: string, detail: unknown): void;
}

/**
 * Follows an input that a page may draw later, or again: calls `use` with it, and with null when it
 * is gone. Returns what ends that.
 */
export function follow(
  scope: Node,
  find: () => HTMLInputElement | null,
  use: (input: HTMLInputElement | null) => void,
): () => void {
  let current: HTMLInputElement | null = null;
  const look = () => {
    const found = find();
    if (found === current) return;
    current = found;
    use(found);
  };
  const observer = new MutationObserver(look);
  observer.observe(scope, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
