import { ADDRESS_CHECKS } from './addresses.ts';
import { BOUNDARY_CHECKS } from './boundaries.ts';
import type { CheckStage } from './check.ts';
import { COMPOUND_NUMBER_CHECKS } from './compound-numbers.ts';
import { DELETION_INDEX_CHECKS } from './deletion-index.ts';
import { DETAIL_CHECKS } from './details.ts';
import { CHECKSUM_CHECKS, GAP_CHECKS } from './file-bytes.ts';
import { FIRST_WORD_CHECKS } from './first-words.ts';
import { ID_CHECKS } from './ids.ts';
import { KD_TREE_CHECKS } from './kd-tree.ts';
import { LARGEST_STREET_CHECKS } from './largest-streets.ts';
import { LENGTH_CHECKS } from './lengths.ts';
import { LINK_CHECKS } from './links.ts';
import { LOCALITY_CHECKS } from './localities.ts';
import { MANIFEST_CHECKS } from './manifest.ts';
import { MULTI_UNIT_CHECKS } from './multi-units.ts';
import { ALIAS_NAME_CHECKS, TRIE_CONTENT_CHECKS, TRIE_SHAPE_CHECKS } from './name-tries.ts';
import { NUMBER_CHECKS } from './numbers.ts';
import { PLACE_CHECKS } from './places.ts';
import { POSITION_CHECKS } from './positions.ts';
import { POSTCODE_CHECKS } from './postcodes.ts';
import { POSTING_ROW_CHECKS } from './posting-rows.ts';
import { RANGE_CHECKS } from './ranges.ts';
import { RARE_NUMBER_CHECKS } from './rare-numbers.ts';
import { LEXICON_CHECKS, SEARCH_CHECKS } from './search.ts';
import { STREET_RECORD_CHECKS } from './street-record.ts';
import { STREET_CHECKS } from './streets.ts';
import { TEXT_CHECKS } from './texts.ts';
import { UNIT_POSTING_CHECKS } from './unit-postings.ts';

/** Whether the file holds the bytes that were written. */
export const FILE_STAGES: readonly CheckStage[] = [{ name: 'checksums', checks: [...CHECKSUM_CHECKS, ...GAP_CHECKS] }];

/** Whether what was written makes sense: every reference leads somewhere, every order, count and box is as documented. */
export const CROSS_REFERENCE_STAGES: readonly CheckStage[] = [
  { name: 'lengths', checks: [...LENGTH_CHECKS, ...MANIFEST_CHECKS] },
  { name: 'positions', checks: POSITION_CHECKS },
  { name: 'references', checks: RANGE_CHECKS },
  { name: 'texts', checks: TEXT_CHECKS },
  {
    name: 'localities and streets',
    checks: [...LOCALITY_CHECKS, ...POSTCODE_CHECKS, ...PLACE_CHECKS, ...STREET_CHECKS],
  },
  { name: 'numbers, units and boundaries', checks: [...NUMBER_CHECKS, ...BOUNDARY_CHECKS] },
  { name: 'addresses', checks: [...ADDRESS_CHECKS, ...DETAIL_CHECKS, ...LINK_CHECKS] },
  { name: 'ids', checks: ID_CHECKS },
  { name: 'KD-tree', checks: KD_TREE_CHECKS },
  {
    name: 'names',
    checks: [
      ...TRIE_SHAPE_CHECKS,
      ...LEXICON_CHECKS,
      ...FIRST_WORD_CHECKS,
      ...SEARCH_CHECKS,
      ...RARE_NUMBER_CHECKS,
      ...COMPOUND_NUMBER_CHECKS,
      ...MULTI_UNIT_CHECKS,
      ...UNIT_POSTING_CHECKS,
      ...STREET_RECORD_CHECKS,
    ],
  },
  {
    name: 'tries',
    checks: [
      ...TRIE_CONTENT_CHECKS,
      ...ALIAS_NAME_CHECKS,
      ...DELETION_INDEX_CHECKS,
      ...LARGEST_STREET_CHECKS,
      ...POSTING_ROW_CHECKS,
    ],
  },
];
