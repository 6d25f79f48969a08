import { streetCovers } from './fitting.ts';
import { type Street, streetText, type Universe } from './universe.ts';

/**
 * Finds rows whose street has a twin, in its place or in one that is known by its place's name too: STACEY ST SOUTH
 * beside STACEY STREET SOUTH, 1 E COAST ROAD beside 1 EAST COAST ROAD, or HIGH STREET EAST in a place and HIGH STREET
 * in the east of it. What is written of one is written of the other.
 */
export class TwinStreets {
  private readonly twins = new Map<number, readonly number[]>();
  private readonly knownAs = new Map<string, number[]>();

  constructor(private readonly universe: Universe) {
    universe.localities.forEach(({ aliases, state }, at) => {
      for (const alias of aliases) {
        const key = `${alias} ${state}`;
        this.knownAs.set(key, [...(this.knownAs.get(key) ?? []), at]);
      }
    });
  }

  /**
   * True if a twin of the row's street has or contains its number, or an end of its range. A twin of the same name in a
   * place known by an alias only counts for ranges: a number that both have is the one in the place of that name.
   */
  hasRival(row: number): boolean {
    const { universe } = this;
    const street = universe.rowStreet[row];
    const { low, high } = universe.numbers[universe.rowNumber[row]];
    return this.of(street).some((other) => {
      const [mine, its] = [universe.streets[street], universe.streets[other]];
      const isNamesake = mine.name === its.name && mine.suffix === its.suffix;
      if (low === high && mine.locality !== its.locality && isNamesake) return false;
      return streetCovers(universe, other, low) || streetCovers(universe, other, high);
    });
  }

  private of(street: number): readonly number[] {
    let found = this.twins.get(street);
    if (found === undefined) {
      found = this.search(street);
      this.twins.set(street, found);
    }
    return found;
  }

  private search(street: number): readonly number[] {
    const { localities, localitiesByName, streets } = this.universe;
    const { locality, suffix } = streets[street];
    const { name, state } = localities[locality];
    const mine = this.spellings(streets[street]);
    if (suffix !== '') {
      const turned = [`${suffix} ${name}`, `${name} ${suffix}`].flatMap((place) => localitiesByName.get(place) ?? []);
      const bare = this.spellings({ ...streets[street], suffix: '' }).whole;
      const divided = turned
        .flatMap((at) => localities[at].streets)
        .filter((other) => this.spellings(streets[other]).whole === bare);
      if (divided.length > 0) return divided;
    }
    return [locality, ...(this.knownAs.get(`${name} ${state}`) ?? [])]
      .flatMap((at) => localities[at].streets)
      .filter((other) => {
        if (other === street) return false;
        const its = this.spellings(streets[other]);
        const joined = its.joined === mine.joined;
        return joined || its.whole === mine.whole || its.name === mine.whole || its.whole === mine.name;
      });
  }

  /** A street without spaces and hyphens; the same, and its name alone, with types and suffixes abbreviated. */
  private spellings(street: Street): { joined: string; whole: string; name: string } {
    const short = (text: string) => text.split(/[ -]/).map(this.short).join('');
    const text = streetText(street);
    return { joined: text.replace(/[ -]/g, ''), whole: short(text), name: short(street.name) };
  }

  private readonly short = (word: string): string => {
    const { suffixCode, typeAbbreviation } = this.universe;
    // BOULEVARDE is written as BOULEVARD is.
    const type = word.endsWith('E') && typeAbbreviation.has(word.slice(0, -1)) ? word.slice(0, -1) : word;
    return suffixCode.get(word) ?? typeAbbreviation.get(type) ?? word;
  };
}
