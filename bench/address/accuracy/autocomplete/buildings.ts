import type { Answer } from '../asker.ts';
import { isPrincipal, localityOf, postcodeOf, streetText, type Universe } from '../universe/universe.ts';

/** Finds the records of the buildings that the units in a list of suggestions belong to. */
export class Buildings {
  private readonly streetsByText = new Map<string, number[]>();
  private readonly unitTypes: ReadonlySet<string>;

  constructor(private readonly universe: Universe) {
    universe.streets.forEach((street, at) => {
      const text = streetText(street);
      const group = this.streetsByText.get(text);
      if (group) group.push(at);
      else this.streetsByText.set(text, [at]);
    });
    this.unitTypes = new Set(
      universe.units.flatMap(({ flatType, levelType }) => [flatType, levelType]).filter(Boolean),
    );
  }

  /**
   * The first unit in a list that is not after the record of its own building (same number, street,
   * locality and postcode, no unit), if such a record exists; null if there is none.
   */
  unitBeforeBuilding(list: readonly Answer[]): Answer | null {
    const shown = new Set<string>();
    for (const answer of list) {
      const label = answer.addressLabel ?? '';
      const place = `${answer.localityName}|${answer.state}|${answer.postcode}`;
      const building = this.buildingLabel(label);
      if (building === null) shown.add(`${label}|${place}`);
      else if (!shown.has(`${building}|${place}`) && this.exists(building, answer)) return answer;
    }
    return null;
  }

  /** `12 SMITH STREET` of `UNIT 3, LEVEL 1, 12 SMITH STREET`; null for a label without a unit. */
  buildingLabel(label: string): string | null {
    const cut = label.lastIndexOf(', ');
    if (cut < 0) return null;
    const first = label.slice(0, label.indexOf(','));
    const isUnit =
      this.unitTypes.has(first) || this.unitTypes.has(first.replace(/ [^ ]*$/, '')) || /^\S*\d\S*$/.test(first);
    return isUnit ? label.slice(cut + 2) : null;
  }

  private exists(label: string, { localityName, state, postcode }: Answer): boolean {
    const { universe } = this;
    const [, number, street] = /^((?:LOT )?\S+) (.+)$/.exec(label) ?? [];
    for (const at of this.streetsByText.get(street) ?? [])
      for (let row = universe.streetStart[at]; row < universe.streetStart[at + 1]; row++) {
        if (universe.rowUnit[row] !== 0 || universe.numbers[universe.rowNumber[row]].text !== number) continue;
        const locality = localityOf(universe, row);
        if (locality.name === localityName && locality.state === state && postcodeOf(universe, row) === postcode)
          if (isPrincipal(universe, row)) return true;
      }
    return false;
  }
}
