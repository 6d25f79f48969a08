import { type Mapping, viewOf } from '../../src/address/index/mmap.ts';
import {
  type Columns,
  ELEMENT_TYPES,
  type HistorySectionName,
  NO_HISTORY,
  SECTIONS,
  type SectionName,
} from '../../src/address/index/sections.ts';
import type { BeginningSections } from './beginnings.ts';
import type { StreetLineSections } from './street-lines.ts';

/** Sections of an index file that is still being written, in memory. Plain data, which other threads can be given. */
export interface WrittenSections {
  readonly mapping: Mapping;
  readonly sections: readonly WrittenSection[];
}

/** A section in a file: where it begins, in bytes, and its elements. */
export interface WrittenSection {
  readonly name: SectionName;
  readonly offset: number;
  readonly length: number;
}

/** All columns but those that are found by asking an index that has all others. */
export type FirstColumns = Omit<Columns, keyof StreetLineSections | keyof BeginningSections>;

/**
 * The columns of sections that are all but these, and empty ones of former releases. They may be read as long as the
 * mapping is there.
 */
export function writtenColumns({ mapping, sections }: WrittenSections): FirstColumns {
  const columns = sections.map(({ name, offset, length }) => {
    const type = ELEMENT_TYPES[SECTIONS[name]];
    return [name, new type(viewOf(mapping, offset, length * type.BYTES_PER_ELEMENT))];
  });
  return { ...NO_HISTORY, ...(Object.fromEntries(columns) as Omit<FirstColumns, HistorySectionName>) };
}
