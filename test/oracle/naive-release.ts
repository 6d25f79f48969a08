import { basename } from 'node:path';
import type { ReleaseFolders } from '../support/shared-releases.ts';
import type { AddressComponents, EnrichDocument, Geocode, NamedArea } from './documents.ts';
import { type Layers, readLayers } from './naive-boundaries.ts';
import { allBy, current, field, filesBelow, firstBy, type Row, readCsv, readTable } from './naive-tables.ts';

/** A locality that is not retired, with or without addresses. */
export interface NaiveLocality {
  readonly id: string;
  readonly name: string;
  /** One of the eight states, or null in Other Territories. */
  readonly state: string | null;
  readonly aliases: readonly string[];
}

/** One current address record. */
export interface NaiveRecord {
  readonly document: EnrichDocument;
  /** False for an alias record (ALIAS_PRINCIPAL `A`), which Enrich resolves and nothing else counts. */
  readonly principal: boolean;
  readonly locality: NaiveLocality;
}

/** A release as plain objects. */
export interface NaiveRelease {
  readonly records: readonly NaiveRecord[];
  readonly localities: readonly NaiveLocality[];
  /** Ids of ADDRESS_DETAIL rows that are not current records. */
  readonly leftOut: readonly string[];
}

/**
 * Reads a whole G-NAF release and writes down every current record's Enrich document, by the contract (src/service/http/CONTRACT.md) and
 * the traps that the source has, with nothing but strings and maps: an oracle for the index, and slow on purpose.
 *
 * What a reference to a retired or absent row means:
 * - an address whose locality, or whose named street, is not current cannot be placed and is left out;
 * - an address without a street names none: its street fields are null and its arrays empty;
 * - a geocode of a site that is not current, or one without coordinates, is not listed and lends no reliability; where the release
 *   has no table of sites at all, every site counts as current;
 * - an address without a usable default geocode is kept, without `geocode` and `location`;
 * - aliases, secondaries and neighbours that are not current are not listed, because their ids would not resolve;
 * - a code that its authority table does not hold is null.
 *
 * @param keepRetired keeps records of confidence -1 (never those with DATE_RETIRED)
 */
export function readNaiveRelease(folders: ReleaseFolders, keepRetired = false): NaiveRelease {
  const files = filesBelow(folders.gnaf);
  const table = (name: string) => current(readTable(files, name));
  const names = (name: string) => firstBy(readTable(files, name), 'CODE');

  const states = firstBy(table('STATE'), 'STATE_PID');
  const localityRows = firstBy(table('LOCALITY'), 'LOCALITY_PID');
  const localityAliases = allBy(table('LOCALITY_ALIAS'), 'LOCALITY_PID');
  const localities = new Map<string, NaiveLocality>();
  for (const [id, row] of localityRows) {
    const state = field(states.get(row.STATE_PID), 'STATE_ABBREVIATION');
    const aliases = (localityAliases.get(id) ?? []).map((alias) => alias.NAME);
    localities.set(id, { id, name: row.LOCALITY_NAME, state: state === 'OT' ? null : state, aliases });
  }
  const streets = firstBy(table('STREET_LOCALITY'), 'STREET_LOCALITY_PID');

  const allDetails = readTable(files, 'ADDRESS_DETAIL');
  const details = current(allDetails).filter(
    (row) =>
      (keepRetired || row.CONFIDENCE !== '-1') &&
      localities.has(row.LOCALITY_PID) &&
      (row.STREET_LOCALITY_PID === '' || streets.has(row.STREET_LOCALITY_PID)),
  );
  const byId = firstBy(details, 'ADDRESS_DETAIL_PID');

  const neighbours = allBy(table('LOCALITY_NEIGHBOUR'), 'LOCALITY_PID');
  const streetAliases = allBy(table('STREET_LOCALITY_ALIAS'), 'STREET_LOCALITY_PID');
  const defaults = firstBy(table('ADDRESS_DEFAULT_GEOCODE'), 'ADDRESS_DETAIL_PID');
  const sites = firstBy(table('ADDRESS_SITE'), 'ADDRESS_SITE_PID');
  const atSites = table('ADDRESS_SITE_GEOCODE').filter((row) => sites.size === 0 || sites.has(row.ADDRESS_SITE_PID));
  const siteGeocodes = allBy(atSites.filter(hasCoordinates), 'ADDRESS_SITE_PID');
  const addressAliases = allBy(table('ADDRESS_ALIAS'), 'PRINCIPAL_PID');
  const secondaries = allBy(table('PRIMARY_SECONDARY'), 'PRIMARY_PID');

  const flatTypes = names('FLAT_TYPE_AUT');
  const levelTypes = names('LEVEL_TYPE_AUT');
  const suffixes = names('STREET_SUFFIX_AUT');
  const geocodeTypes = names('GEOCODE_TYPE_AUT');
  const localityClasses = names('LOCALITY_CLASS_AUT');
  const streetClasses = names('STREET_CLASS_AUT');
  const aliasTypes = names('ADDRESS_ALIAS_TYPE_AUT');

  const areas = boundariesReader(folders, files, table);
  const release = releaseName(files);

  const components = (row: Row): AddressComponents => {
    const street = streets.get(row.STREET_LOCALITY_PID);
    return {
      addressSiteName: field(sites.get(row.ADDRESS_SITE_PID), 'ADDRESS_SITE_NAME'),
      buildingName: field(row, 'BUILDING_NAME'),
      flatType: field(flatTypes.get(row.FLAT_TYPE_CODE), 'NAME'),
      flatNumber: number(row, 'FLAT_NUMBER'),
      levelType: field(levelTypes.get(row.LEVEL_TYPE_CODE), 'NAME'),
      levelNumber: number(row, 'LEVEL_NUMBER'),
      lotNumber: number(row, 'LOT_NUMBER'),
      streetNumberFirst: number(row, 'NUMBER_FIRST'),
      streetNumberLast: number(row, 'NUMBER_LAST'),
      streetName: field(street, 'STREET_NAME'),
      streetType: field(street, 'STREET_TYPE_CODE'),
      streetSuffix: field(suffixes.get(street?.STREET_SUFFIX_CODE ?? ''), 'NAME'),
    };
  };
  const labelOf = (row: Row) => addressLabel(components(row));
  const geocodeOf = (row: Row, reliability: string | null): Geocode => ({
    latitude: Number(row.LATITUDE),
    longitude: Number(row.LONGITUDE),
    type: field(geocodeTypes.get(row.GEOCODE_TYPE_CODE), 'NAME'),
    reliability: reliability === null ? null : Number(reliability),
  });
  const mainGeocode = (row: Row): Geocode | null => {
    const main = defaults.get(row.ADDRESS_DETAIL_PID);
    if (!main || !hasCoordinates(main)) return null;
    const type = main.GEOCODE_TYPE_CODE;
    const sameType = (siteGeocodes.get(row.ADDRESS_SITE_PID) ?? []).filter((site) => site.GEOCODE_TYPE_CODE === type);
    const samePoint = sameType.find((site) => site.LATITUDE === main.LATITUDE && site.LONGITUDE === main.LONGITUDE);
    const site = samePoint ?? sameType[0];
    if (site) return geocodeOf(main, field(site, 'RELIABILITY_CODE'));
    if (type === 'STL') return geocodeOf(main, field(streets.get(row.STREET_LOCALITY_PID), 'GNAF_RELIABILITY_CODE'));
    if (type === 'LOC') return geocodeOf(main, field(localityRows.get(row.LOCALITY_PID), 'GNAF_RELIABILITY_CODE'));
    return geocodeOf(main, null);
  };
  const streetName = (alias: Row) => streetLabel(alias, field(suffixes.get(alias.STREET_SUFFIX_CODE), 'NAME'));

  const records = details.map((row): NaiveRecord => {
    const id = row.ADDRESS_DETAIL_PID;
    const locality = localities.get(row.LOCALITY_PID) as NaiveLocality;
    const street = streets.get(row.STREET_LOCALITY_PID);
    const geocode = mainGeocode(row);
    const document: EnrichDocument = {
      id,
      addressLabel: labelOf(row),
      localityName: locality.name,
      state: locality.state,
      postcode: field(row, 'POSTCODE'),
      confidence: row.CONFIDENCE ? Number(row.CONFIDENCE) : null,
      geocode,
      location: geocode && { lat: geocode.latitude, lon: geocode.longitude },
      boundaries: areas(id, geocode),
      sourceDataRelease: release,
      addressRole: ({ P: 'PRIMARY', S: 'SECONDARY' } as const)[row.PRIMARY_SECONDARY] ?? null,
      components: components(row),
      legalParcelId: field(row, 'LEGAL_PARCEL_ID'),
      allGeocodes: (siteGeocodes.get(row.ADDRESS_SITE_PID) ?? []).map((site) =>
        geocodeOf(site, field(site, 'RELIABILITY_CODE')),
      ),
      locality: {
        id: locality.id,
        classification: field(localityClasses.get(localityRows.get(locality.id)?.LOCALITY_CLASS_CODE ?? ''), 'NAME'),
        neighbours: (neighbours.get(locality.id) ?? [])
          .map((link) => localities.get(link.NEIGHBOUR_LOCALITY_PID)?.name)
          .filter((name) => name !== undefined),
        aliases: locality.aliases,
      },
      street: {
        id: field(street, 'STREET_LOCALITY_PID'),
        classification: field(streetClasses.get(street?.STREET_CLASS_CODE ?? ''), 'NAME'),
        aliases: (street ? (streetAliases.get(street.STREET_LOCALITY_PID) ?? []) : []).map(streetName),
      },
      aliases: (addressAliases.get(id) ?? []).flatMap((link) => {
        const alias = byId.get(link.ALIAS_PID);
        const type = field(aliasTypes.get(link.ALIAS_TYPE_CODE), 'NAME');
        return alias ? [{ id: link.ALIAS_PID, addressLabel: labelOf(alias), type }] : [];
      }),
      secondaries: (secondaries.get(id) ?? []).flatMap((link) => {
        const secondary = byId.get(link.SECONDARY_PID);
        return secondary ? [{ id: link.SECONDARY_PID, addressLabel: labelOf(secondary) }] : [];
      }),
    };
    return { document, principal: row.ALIAS_PRINCIPAL === 'P', locality };
  });
  const leftOut = allDetails.map((row) => row.ADDRESS_DETAIL_PID).filter((id) => !byId.has(id));
  return { records, localities: [...localities.values()], leftOut };
}

/** The line that a form shows (§4.3); null where nothing of an address is known. */
export function addressLabel(c: AddressComponents): string | null {
  const together = (...words: (string | null)[]) => words.filter((word) => word !== null).join(' ');
  const streetNumber =
    c.streetNumberLast === null ? c.streetNumberFirst : `${c.streetNumberFirst}-${c.streetNumberLast}`;
  const lot = c.lotNumber === null ? null : `LOT ${c.lotNumber}`;
  const numberOrLot = streetNumber ?? lot;
  const parts = [
    numberOrLot === null ? c.buildingName : null,
    together(c.flatType, c.flatNumber),
    together(c.levelType, c.levelNumber),
    together(numberOrLot, c.streetName, c.streetType, c.streetSuffix),
  ];
  return parts.filter(Boolean).join(', ') || null;
}

/** Prefix, number and suffix, written together: `G4`, `12A`. */
function number(row: Row, column: string): string | null {
  return `${row[`${column}_PREFIX`] ?? ''}${row[column] ?? ''}${row[`${column}_SUFFIX`] ?? ''}` || null;
}

function streetLabel(row: Row, suffix: string | null): string {
  return [row.STREET_NAME, row.STREET_TYPE_CODE, suffix].filter(Boolean).join(' ');
}

function hasCoordinates(row: Row): boolean {
  const within = (text: string | undefined, limit: number) => Boolean(text) && Math.abs(Number(text)) <= limit;
  return within(row.LATITUDE, 90) && within(row.LONGITUDE, 180);
}

/** `2026.02` from the folder `G-NAF FEBRUARY 2026` that the tables lie in. */
function releaseName(files: readonly string[]): string | null {
  const folder = files.map((file) => /G-NAF ([A-Z]+) (\d{4})[\\/]/i.exec(file)).find((match) => match !== null);
  if (!folder) return null;
  const month = new Date(`${folder[1]} 1, 2000 UTC`).getUTCMonth() + 1;
  return `${folder[2]}.${String(month).padStart(2, '0')}`;
}

type AreasOf = (id: string, geocode: Geocode | null) => EnrichDocument['boundaries'];

/**
 * Boundaries of an address: by its mesh block for the statistical areas, by its main geocode for the administrative ones. Mesh blocks
 * are those of the newest edition that release and ABS files have, or else the release alone, whose codes are then looked up nowhere.
 */
function boundariesReader(folders: ReleaseFolders, files: readonly string[], table: (name: string) => Row[]): AreasOf {
  const absFiles = folders.abs === null ? [] : filesBelow(folders.abs).filter((file) => /\.csv$/i.test(file));
  const isAllocated = (year: string) => absFiles.some((file) => basename(file).startsWith(`MB_${year}_AUST`));
  const named = files.flatMap((file) => /_ADDRESS_MESH_BLOCK_(\d+)_psv\.psv$/i.exec(file)?.[1] ?? []);
  const inRelease = [...new Set(named)]
    .sort((a, b) => Number(b) - Number(a))
    .filter((year) => [`ADDRESS_MESH_BLOCK_${year}`, `MB_${year}`].every((name) => table(name).length > 0));
  const edition = inRelease.find(isAllocated) ?? inRelease[0] ?? '2016';
  const blockOf = firstBy(table(`ADDRESS_MESH_BLOCK_${edition}`), 'ADDRESS_DETAIL_PID');
  const blocks = firstBy(table(`MB_${edition}`), `MB_${edition}_PID`);
  const meshBlocks = firstBy(
    absFiles.filter((file) => basename(file).startsWith(`MB_${edition}_AUST`)).flatMap((file) => readCsv(file)),
    `MB_CODE_${edition}`,
  );
  // The newest file of a kind that is keyed by mesh blocks or SA1 of this edition; others say nothing of its areas.
  const allocation = (kind: string) => {
    const newestFirst = absFiles
      .filter((file) => new RegExp(`^${kind}_\\d{4}_AUST`, 'i').test(basename(file)))
      .reverse();
    for (const rows of newestFirst.map((file) => readCsv(file)))
      for (const key of [`MB_CODE_${edition}`, `SA1_CODE_${edition}`])
        if (rows[0]?.[key] !== undefined) {
          const byKey = firstBy(rows, key);
          return (code: string | null, sa1: string | null) => byKey.get((key.startsWith('MB') ? code : sa1) ?? '');
        }
    return () => undefined;
  };
  const councils = allocation('LGA');
  const federal = allocation('CED');
  const lowerHouse = allocation('SED');
  const layers: Layers = readLayers(folders.boundaries);

  return (id, geocode) => {
    const code = field(blocks.get(blockOf.get(id)?.[`MB_${edition}_PID`] ?? ''), `MB_${edition}_CODE`);
    const block = meshBlocks.get(code ?? '');
    const sa1 = field(block, `SA1_CODE_${edition}`);
    const lga = geocode && layers.lga(geocode.longitude, geocode.latitude);
    const ward = geocode && layers.ward(geocode.longitude, geocode.latitude);
    const commonwealth = geocode && layers.commonwealthElectorate(geocode.longitude, geocode.latitude);
    const state = geocode && layers.stateElectorate(geocode.longitude, geocode.latitude);
    return {
      lga: area(lga, 'LGA_NAME', 'LGA_PID') ?? allocated(councils(code, sa1), 'LGA'),
      ward: ward && { name: ward.WARD_NAME },
      stateElectorate: area(state, 'NAME', 'SE_PID') ?? allocated(lowerHouse(code, sa1), 'SED'),
      commonwealthElectorate: area(commonwealth, 'NAME', 'CE_PID') ?? allocated(federal(code, sa1), 'CED'),
      meshBlock: code === null ? null : { code, category: field(block, `MB_CATEGORY_${edition}`) },
      sa1,
      sa2: area(block, `SA2_NAME_${edition}`, `SA2_CODE_${edition}`),
      sa3: area(block, `SA3_NAME_${edition}`, `SA3_CODE_${edition}`),
      sa4: area(block, `SA4_NAME_${edition}`, `SA4_CODE_${edition}`),
      gccsa: area(block, `GCCSA_NAME_${edition}`, `GCCSA_CODE_${edition}`),
    };
  };
}

function area(row: Row | null | undefined, name: string, code: string): NamedArea | null {
  return row?.[name] ? { name: row[name], code: field(row, code) } : null;
}

/** An area of an ABS allocation file, whose columns carry the year: `LGA_NAME_2025`. */
function allocated(row: Row | undefined, kind: string): NamedArea | null {
  if (!row) return null;
  const column = (part: string) => Object.keys(row).find((name) => name.startsWith(`${kind}_${part}_`)) ?? '';
  return area(row, column('NAME'), column('CODE'));
}
