import type { ChosenAddress, FormFields } from './form/form-fields.ts';
import type { Host } from './host.ts';
import type { AddressDocument, AddressRecord, WithLocation } from './service/address-service.ts';
import type { Asking } from './service/asking.ts';
import type { Settings } from './settings.ts';
import type { UnitChoice } from './units/unit-choice.ts';
import type { FieldView } from './view/field-view.ts';
import type { ManualEntry } from './view/manual-entry.ts';
import type { FieldTexts } from './view/texts.ts';

/** What suggesting, checking, choosing and entry by hand share: the field as they see it. */
export interface Core {
  readonly host: Host;
  readonly view: FieldView;
  /** Inputs for an address by hand, of a field that has its own input. */
  readonly manual: ManualEntry | null;
  readonly settings: Settings;
  readonly asking: Asking;
  readonly fields: FormFields;
  readonly units: UnitChoice;
  readonly texts: FieldTexts;
  /**
   * The field's text: what its input shows, except while a unit is being typed, or the whole address
   * where the input is the line of one.
   */
  readonly text: string;
  /** Whether the text was set by a user or page, and is no longer that of the attribute. */
  isDirty: boolean;
  /** Whether a browser or a form gave the text, and nobody typed it in the field. */
  isGiven: boolean;
  /** The address that was chosen or confirmed; null while there is none. */
  address: ChosenAddress | null;
  /** The text that was last validated, confirmed or kept, which is not validated again. */
  checked: string;
  readonly isFocused: boolean;
  /** Whether the page asks for an address that the service knows. */
  readonly mustBeConfirmed: boolean;
  /** Sets the text, and shows it, unless the input shows the line of it alone. */
  show(text: string): void;
  /** Takes back the question under the field, if there is one. */
  askNothing(): void;
  /** Takes an address over, for which a submission waits; `mayOpen` shows a building's units. */
  choose(record: AddressRecord, known: WithLocation['location'], mayOpen: boolean): void;
  /** Shows a building's units, or asks whether to where nobody is at the field. */
  openUnits(record: AddressRecord, document: AddressDocument): void;
}
