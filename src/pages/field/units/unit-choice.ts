import type { AddressDocument, AddressRecord } from '../service/address-service.ts';
import type { Settings } from '../settings.ts';
import type { FieldView } from '../view/field-view.ts';
import type { Row } from '../view/suggestion-list.ts';
import { type FieldTexts, fill } from '../view/texts.ts';
import { filterUnits, type Unit, unitsOf } from './units.ts';

/** The most units shown at a time: a tower may have a thousand. */
const MOST_UNITS = 100;

/** A building with units to choose from. */
interface Building {
  readonly record: AddressRecord;
  readonly units: readonly Unit[];
}

/** What choosing a unit needs of its field. */
export interface UnitChooser {
  readonly view: FieldView;
  readonly settings: Settings;
  texts(): FieldTexts;
  /** Takes a unit over. */
  chosen(unit: AddressRecord): void;
  /** Shows a text in the input again. */
  restore(text: string): void;
}

/** The choice of a building's units, which typing filters while it is open, without requests. */
export class UnitChoice {
  readonly #field: UnitChooser;
  #building: Building | null = null;
  /** What the input shows until a unit is typed in its place. */
  #before = '';

  constructor(field: UnitChooser) {
    this.#field = field;
  }

  get isOpen(): boolean {
    return this.#building !== null;
  }

  /** What was typed of a unit. */
  get typed(): string {
    const { value } = this.#field.view.input;
    return value === this.#before ? '' : value;
  }

  /** Opens the units of a building, if it has any. */
  open(record: AddressRecord, document: AddressDocument): void {
    const units = unitsOf(document, record.addressLabel ?? '');
    if (units.length === 0) return;
    const { input } = this.#field.view;
    this.#building = { record, units };
    this.#before = input.value;
    input.select();
    this.show();
  }

  /** Lists the units that match the input; does nothing if none are open. */
  show(): void {
    if (this.#building === null) return;
    const { view, settings } = this.#field;
    const { record, units } = this.#building;
    const { typed } = this;
    const found = filterUnits(units, typed);
    const rows = found.slice(0, MOST_UNITS).map((unit) => this.#rowOf(record, unit));
    const { wholeBuilding, units: title, noUnit, moreUnits, suggestions } = this.#field.texts();
    const address = settings.cased(record).addressLabel ?? '';
    const more = found.length - rows.length;
    const whole = fill(title, { n: units.length, address });
    const note = found.length === 0 ? noUnit : more > 0 && typed !== '' ? fill(moreUnits, { n: more }) : whole;
    const last = { line: wholeBuilding, place: address, part: 'option-last', choose: () => this.leave() };
    view.list.show({ rows, last, typed, note });
    view.say(typed === '' || found.length === 0 ? note : fill(suggestions, { n: found.length }));
  }

  /** Closes the units, back to the building itself. */
  leave(): void {
    if (this.#building === null) return;
    this.#building = null;
    const { view } = this.#field;
    view.hint(null);
    view.list.clear();
    this.#field.restore(this.#before);
  }

  #rowOf(record: AddressRecord, unit: Unit): Row {
    const { addressLabel } = this.#field.settings.cased({ ...record, addressLabel: unit.name });
    return {
      line: addressLabel ?? '',
      place: '',
      part: 'option-unit',
      choose: () => this.#field.chosen({ ...record, id: unit.id, addressLabel: unit.label }),
    };
  }
}
