/** What the field needs from its element. */
export interface Host {
  readonly element: HTMLElement;
  readonly internals: ElementInternals;
  /** Updates the form value and the validity. */
  sync(): void;
  tell(type: string, detail: unknown): void;
}
