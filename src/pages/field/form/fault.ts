import type { Core } from '../core.ts';

/** Why a field is not filled in, and where the browser is to say so. */
export interface Fault {
  readonly message: string;
  readonly anchor: HTMLElement;
}

/**
 * Why a field is not filled in; null if it is. A text that is still to be validated, `isOpen`, may
 * yet be confirmed.
 */
export function faultOf(
  { host, view, manual, texts, text, address, mustBeConfirmed }: Core,
  isOpen: boolean,
): Fault | null {
  if (host.option('required') === null) return null;
  const empty = manual?.firstEmpty ?? null;
  if (empty !== null) return { message: texts.incomplete, anchor: empty };
  if (text.trim() === '') return { message: texts.missing, anchor: view.input };
  return !mustBeConfirmed || address !== null || isOpen ? null : { message: texts.unconfirmed, anchor: view.input };
}
