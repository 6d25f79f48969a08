import { ADDRESS_CHECKS, STREET_CHECKS } from './addresses.ts';
import { BEGINNING_CHECKS } from './beginnings.ts';
import type { CheckStage } from './check.ts';
import { DENSITY_CHECKS } from './density.ts';
import { DETAIL_CHECKS } from './details.ts';
import { EDITION_CHECKS } from './edition.ts';
import { CHECKSUM_CHECKS, GAP_CHECKS } from './file-bytes.ts';
import { HISTORY_CHECKS } from './history.ts';
import { ID_CHECKS } from './ids.ts';
import { KD_TREE_CHECKS } from './kd-tree.ts';
import { MANIFEST_CHECKS } from './manifest.ts';
import { TRIE_CHECKS, TRIE_RANGE_CHECKS } from './name-tries.ts';
import { LENGTH_CHECKS, POSITION_CHECKS, REFERENCE_CHECKS } from './rules.ts';
import { SEARCH_CHECKS } from './search-sections.ts';
import { STREET_LINE_CHECKS } from './street-lines.ts';
import { TEXT_CHECKS } from './texts.ts';

/** Whether the file holds the bytes that were written. */
export const FILE_STAGES: readonly CheckStage[] = [{ name: 'checksums', checks: [...CHECKSUM_CHECKS, ...GAP_CHECKS] }];

/**
 * Whether a server can rely on what was written: every reference leads somewhere, every walk ends,
 * every text can be copied.
 */
export const CROSS_REFERENCE_STAGES: readonly CheckStage[] = [
  { name: 'lengths', checks: [...LENGTH_CHECKS, ...MANIFEST_CHECKS] },
  { name: 'positions', checks: POSITION_CHECKS },
  { name: 'references', checks: REFERENCE_CHECKS },
  { name: 'texts', checks: TEXT_CHECKS },
  { name: 'edition', checks: EDITION_CHECKS },
  { name: 'streets and addresses', checks: [...STREET_CHECKS, ...ADDRESS_CHECKS, ...DETAIL_CHECKS] },
  { name: 'ids', checks: ID_CHECKS },
  { name: 'former releases', checks: HISTORY_CHECKS },
  { name: 'KD-tree', checks: KD_TREE_CHECKS },
  { name: 'density', checks: DENSITY_CHECKS },
  { name: 'search', checks: [...TRIE_CHECKS, ...SEARCH_CHECKS] },
  { name: 'tries', checks: TRIE_RANGE_CHECKS },
  { name: 'street lines', checks: STREET_LINE_CHECKS },
  { name: 'beginnings', checks: BEGINNING_CHECKS },
];
