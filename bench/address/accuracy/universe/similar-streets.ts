import { editDistance } from '../language/typos.ts';
import type { Universe } from './universe.ts';

const NONE: readonly number[] = [];

/**
 * Finds streets whose names differ by one letter. Results are memoized, since all rows of a street
 * ask for the same.
 */
export class SimilarStreets {
  private readonly groups = new Map<number, ReadonlyMap<string, readonly number[]>>();
  private readonly inPlace = new Map<number, readonly number[]>();
  private readonly around = new Map<number, readonly number[]>();

  constructor(private readonly universe: Universe) {}

  /** Streets of the same locality whose names are one insertion, deletion, substitution or swap away. */
  here(street: number): readonly number[] {
    return kept(this.inPlace, street, () => this.of(street, [this.universe.streets[street].locality]));
  }

  /** Those in the neighbouring localities. */
  nextDoor(street: number): readonly number[] {
    return kept(this.around, street, () => {
      const { locality } = this.universe.streets[street];
      return this.of(
        street,
        this.universe.localities[locality].neighbours.filter((at) => at !== locality),
      );
    });
  }

  private of(street: number, localities: readonly number[]): readonly number[] {
    const { name } = this.universe.streets[street];
    const keys = withoutOne(name);
    const found = new Set<number>();
    for (const locality of localities) {
      const groups = kept(this.groups, locality, () => this.grouped(locality));
      for (const key of keys) for (const other of groups.get(key) ?? NONE) found.add(other);
    }
    const near = [...found].filter((other) => editDistance(this.universe.streets[other].name, name) === 1);
    return near.length === 0 ? NONE : near;
  }

  /**
   * Streets by their names and by what is left when one letter is dropped: names one letter apart
   * share a key.
   */
  private grouped(locality: number): Map<string, number[]> {
    const groups = new Map<string, number[]>();
    for (const street of this.universe.localities[locality].streets)
      for (const key of withoutOne(this.universe.streets[street].name)) {
        const group = groups.get(key);
        if (group) group.push(street);
        else groups.set(key, [street]);
      }
    return groups;
  }
}

function kept<T>(known: Map<number, T>, key: number, find: () => T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = find();
  known.set(key, value);
  return value;
}

function withoutOne(name: string): string[] {
  return [...new Set([name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))])];
}
