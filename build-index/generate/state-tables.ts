import { join } from 'node:path';
import { STATE_TABLES, type StateTable } from '../release/release.ts';
import type { StateFacts } from './country.ts';
import { Identifiers } from './identifiers.ts';
import { Random } from './random.ts';
import { TableWriter } from './table-writer.ts';

/** The header row of every state table (G-NAF product description, "Data model"; GDA2020 release layout). */
const COLUMNS: Readonly<Record<(typeof STATE_TABLES)[number], string>> = {
  ADDRESS_ALIAS: 'ADDRESS_ALIAS_PID|DATE_CREATED|DATE_RETIRED|PRINCIPAL_PID|ALIAS_PID|ALIAS_TYPE_CODE|ALIAS_COMMENT',
  ADDRESS_DEFAULT_GEOCODE:
    'ADDRESS_DEFAULT_GEOCODE_PID|DATE_CREATED|DATE_RETIRED|ADDRESS_DETAIL_PID|GEOCODE_TYPE_CODE|LONGITUDE|LATITUDE',
  ADDRESS_DETAIL:
    'ADDRESS_DETAIL_PID|DATE_CREATED|DATE_LAST_MODIFIED|DATE_RETIRED|BUILDING_NAME|LOT_NUMBER_PREFIX|LOT_NUMBER|LOT_NUMBER_SUFFIX|FLAT_TYPE_CODE|FLAT_NUMBER_PREFIX|FLAT_NUMBER|FLAT_NUMBER_SUFFIX|LEVEL_TYPE_CODE|LEVEL_NUMBER_PREFIX|LEVEL_NUMBER|LEVEL_NUMBER_SUFFIX|NUMBER_FIRST_PREFIX|NUMBER_FIRST|NUMBER_FIRST_SUFFIX|NUMBER_LAST_PREFIX|NUMBER_LAST|NUMBER_LAST_SUFFIX|STREET_LOCALITY_PID|LOCATION_DESCRIPTION|LOCALITY_PID|ALIAS_PRINCIPAL|POSTCODE|PRIVATE_STREET|LEGAL_PARCEL_ID|CONFIDENCE|ADDRESS_SITE_PID|LEVEL_GEOCODED_CODE|PROPERTY_PID|GNAF_PROPERTY_PID|PRIMARY_SECONDARY',
  ADDRESS_SITE: 'ADDRESS_SITE_PID|DATE_CREATED|DATE_RETIRED|ADDRESS_TYPE|ADDRESS_SITE_NAME',
  ADDRESS_SITE_GEOCODE:
    'ADDRESS_SITE_GEOCODE_PID|DATE_CREATED|DATE_RETIRED|ADDRESS_SITE_PID|GEOCODE_SITE_NAME|GEOCODE_SITE_DESCRIPTION|GEOCODE_TYPE_CODE|RELIABILITY_CODE|BOUNDARY_EXTENT|PLANIMETRIC_ACCURACY|ELEVATION|LONGITUDE|LATITUDE',
  LOCALITY:
    'LOCALITY_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_NAME|PRIMARY_POSTCODE|LOCALITY_CLASS_CODE|STATE_PID|GNAF_LOCALITY_PID|GNAF_RELIABILITY_CODE',
  LOCALITY_ALIAS: 'LOCALITY_ALIAS_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_PID|NAME|POSTCODE|ALIAS_TYPE_CODE|STATE_PID',
  LOCALITY_NEIGHBOUR: 'LOCALITY_NEIGHBOUR_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_PID|NEIGHBOUR_LOCALITY_PID',
  LOCALITY_POINT: 'LOCALITY_POINT_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_PID|PLANIMETRIC_ACCURACY|LONGITUDE|LATITUDE',
  PRIMARY_SECONDARY:
    'PRIMARY_SECONDARY_PID|PRIMARY_PID|SECONDARY_PID|DATE_CREATED|DATE_RETIRED|PS_JOIN_TYPE_CODE|PS_JOIN_COMMENT',
  STATE: 'STATE_PID|DATE_CREATED|DATE_RETIRED|STATE_NAME|STATE_ABBREVIATION',
  STREET_LOCALITY:
    'STREET_LOCALITY_PID|DATE_CREATED|DATE_RETIRED|STREET_CLASS_CODE|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE|LOCALITY_PID|GNAF_STREET_PID|GNAF_STREET_CONFIDENCE|GNAF_RELIABILITY_CODE',
  STREET_LOCALITY_ALIAS:
    'STREET_LOCALITY_ALIAS_PID|DATE_CREATED|DATE_RETIRED|STREET_LOCALITY_PID|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE|ALIAS_TYPE_CODE',
  STREET_LOCALITY_POINT:
    'STREET_LOCALITY_POINT_PID|DATE_CREATED|DATE_RETIRED|STREET_LOCALITY_PID|BOUNDARY_EXTENT|PLANIMETRIC_ACCURACY|LONGITUDE|LATITUDE',
};

/** The two tables of an edition of the ASGS. */
export interface MeshBlockTables {
  readonly edition: number;
  readonly blocks: TableWriter;
  readonly ofAddresses: TableWriter;
}

/** The tables of one state, open for writing, with the state's identifiers. */
export interface StateTables {
  readonly facts: StateFacts;
  readonly identifiers: Identifiers;
  readonly table: Readonly<Record<(typeof STATE_TABLES)[number], TableWriter>>;
  /** The tables of mesh blocks by the year of their edition, oldest first. */
  readonly meshBlocks: readonly MeshBlockTables[];
  close(): void;
}

const LARGE_CHUNK = 8 * 1024 * 1024;
const SMALL_CHUNK = 512 * 1024;

/**
 * Creates `<STATE>_<TABLE>_psv.psv` for every table in `folder`; `addresses` is roughly how many
 * the state will have.
 */
export function createStateTables(
  folder: string,
  facts: StateFacts,
  addresses: number,
  seed: number,
  editions: readonly number[],
): StateTables {
  const largest = 65_536 + addresses * 300;
  const open = (name: StateTable, columns: string) =>
    new TableWriter(
      join(folder, `${facts.file}_${name}_psv.psv`),
      columns,
      new Random(seed, `order ${facts.file} ${name}`),
      Math.min(largest, name.startsWith('ADDRESS_') ? LARGE_CHUNK : SMALL_CHUNK),
    );
  const table = Object.fromEntries(STATE_TABLES.map((name) => [name, open(name, COLUMNS[name])])) as Record<
    (typeof STATE_TABLES)[number],
    TableWriter
  >;
  const meshBlocks = editions.map((edition) => ({
    edition,
    blocks: open(`MB_${edition}`, `MB_${edition}_PID|DATE_CREATED|DATE_RETIRED|MB_${edition}_CODE`),
    ofAddresses: open(
      `ADDRESS_MESH_BLOCK_${edition}`,
      `ADDRESS_MESH_BLOCK_${edition}_PID|DATE_CREATED|DATE_RETIRED|ADDRESS_DETAIL_PID|MB_MATCH_CODE|MB_${edition}_PID`,
    ),
  }));
  return {
    facts,
    identifiers: new Identifiers(facts),
    table,
    meshBlocks,
    close() {
      for (const writer of Object.values(table)) writer.close();
      for (const { blocks, ofAddresses } of meshBlocks) {
        blocks.close();
        ofAddresses.close();
      }
    },
  };
}
