import { editDistance } from '../language/edit-distance.ts';
import type { Universe } from './universe.ts';

/** Finds streets whose names differ by one letter, reading a locality's on the first question about it. */
export class SimilarStreets {
  private readonly byLocality = new Map<number, Map<string, number[]>>();

  constructor(private readonly universe: Universe) {}

  /** Streets of a locality (position) whose names are one insertion, deletion, substitution or swap away from a street's. */
  of(street: number, locality: number): number[] {
    const { name } = this.universe.streets[street];
    const groups = this.groupsOf(locality);
    const found = new Set(withoutOne(name).flatMap((key) => groups.get(key) ?? []));
    return [...found].filter((other) => editDistance(this.universe.streets[other].name, name) === 1);
  }

  /** Streets by what dropping one letter of their names leaves, or none: those that are one letter apart meet there. */
  private groupsOf(locality: number): Map<string, number[]> {
    const known = this.byLocality.get(locality);
    if (known !== undefined) return known;
    const groups = new Map<string, number[]>();
    for (const street of this.universe.localities[locality].streets)
      for (const key of withoutOne(this.universe.streets[street].name))
        groups.set(key, [...(groups.get(key) ?? []), street]);
    this.byLocality.set(locality, groups);
    return groups;
  }
}

function withoutOne(name: string): string[] {
  return [...new Set([name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))])];
}
