import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BoundaryLayers, loadBoundaries } from '../../build-index/areas/boundaries.ts';
import type { BoundaryLayerName } from '../../build-index/areas/boundary-files.ts';
import { dbf, type Ring, shp, square, temporaryFolder, writeFiles } from './areas-files.ts';

type Files = Readonly<Record<string, string | Buffer>>;
const GDA2020 = 'GEOGCS["GDA2020",DATUM["Geocentric_Datum_of_Australia_2020",SPHEROID["GRS 1980",6378137,298.25]]]';
const GDA94 = 'GEOGCS["GCS_GDA_1994",DATUM["D_GDA_1994",SPHEROID["GRS_1980",6378137.0,298.25]]]';
const LGA_COLUMNS = ['LGA_PID', 'LGA_NAME', 'ABB_NAME', 'STATE'];
const TWO_LGAS: Files = {
  'aus_lga.shp': shp([[square(144, -38, 1)], [square(145, -38, 1)]]),
  'aus_lga.dbf': dbf(LGA_COLUMNS, [
    ['lga0001', 'Loddon', 'Loddon', 'VIC'],
    ['lga0002', 'Whitehorse', 'Whitehorse', 'VIC'],
  ]),
};
/** Every other layer is missing in most of these folders, and said to be. */
const MISSING = /^<folder>: no polygons of /;

async function load(files: Files, asOf?: string): Promise<{ layers: BoundaryLayers; warnings: string[] }> {
  const folder = temporaryFolder();
  for (const name of Object.keys(files)) mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFiles(folder, files);
  const said: string[] = [];
  const warn = (message: string) => said.push(message.replaceAll(`${folder}/`, '').replaceAll(folder, '<folder>'));
  const layers = await loadBoundaries(folder, warn, asOf);
  return { layers, warnings: said.filter((message) => !MISSING.test(message)) };
}

async function refusal(files: Files): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const error = await loadBoundaries(folder, () => {}).then(
    () => new Error('accepted'),
    (reason: Error) => reason,
  );
  return error.message.replaceAll(`${folder}/`, '').replaceAll(folder, '<folder>');
}

function at(layers: BoundaryLayers, layer: BoundaryLayerName, lon: number, lat: number) {
  const area = layers[layer].locate(lon, lat);
  return area === -1 ? null : layers[layer].areas[area];
}

describe('the boundary layers of a folder', () => {
  it('are told by the columns of their tables, in national files', async () => {
    const { layers, warnings } = await load({
      ...TWO_LGAS,
      'aus_lga.prj': GDA2020,
      'aus_wards.shp': shp([[square(144, -38, 0.5)]]),
      'aus_wards.dbf': dbf(
        ['WARD_PID', 'LGA_PID', 'WARD_NAME', 'STATE'],
        [['wad1', 'lga0001', 'Tarwin Valley Ward', 'VIC']],
      ),
      'aus_comm_electoral.dbf': dbf(
        ['CE_PID', 'NAME'],
        [
          ['VIC44', 'ASTON'],
          ['VIC45', 'BALLARAT'],
        ],
      ),
      'aus_comm_electoral_polygon.shp': shp([[square(145, -38, 1)], [square(144, -38, 1)]]),
      'aus_comm_electoral_polygon.dbf': dbf(['CE_PID'], [['VIC45'], ['VIC44']]),
      'aus_state_electoral.dbf': dbf(
        ['SE_PID', 'NAME', 'SECL_CODE'],
        [
          ['VIC304', 'KEW', '1'],
          ['VIC9', 'EASTERN', '3'],
        ],
      ),
      'aus_state_electoral_polygon.shp': shp([[square(140, -40, 10)], [square(145, -38, 1)]]),
      'aus_state_electoral_polygon.dbf': dbf(['SE_PID'], [['VIC9'], ['VIC304']]),
      'aus_localities.dbf': dbf(['LOC_PID', 'LGA_PID', 'NAME'], [['loc1', 'lga0001', 'KEW']]),
      'readme.txt': 'Administrative Boundaries',
    });
    expect(at(layers, 'lga', 144.25, -37.75)).toEqual({ name: 'Loddon', code: 'lga0001' });
    expect(at(layers, 'ward', 144.25, -37.75)).toEqual({ name: 'Tarwin Valley Ward', code: 'wad1' });
    expect(at(layers, 'commonwealthElectorate', 144.25, -37.75)).toEqual({ name: 'ASTON', code: 'VIC44' });
    expect(at(layers, 'stateElectorate', 144.25, -37.75)).toBeNull();
    expect(at(layers, 'lga', 145.5, -37.5)).toEqual({ name: 'Whitehorse', code: 'lga0002' });
    expect(at(layers, 'ward', 145.5, -37.5)).toBeNull();
    expect(at(layers, 'commonwealthElectorate', 145.5, -37.5)).toEqual({ name: 'BALLARAT', code: 'VIC45' });
    expect(at(layers, 'stateElectorate', 145.5, -37.5)).toEqual({ name: 'KEW', code: 'VIC304' });
    expect(at(layers, 'lga', 150, -37.5)).toBeNull();
    expect(warnings).toEqual([]);
    expect(layers.sources.map((source) => source.path)).toContain('aus_lga.shp');
    expect(layers.sources.map((source) => source.path)).not.toContain('aus_localities.dbf');
  });

  it('are put together from one folder per state, whatever the letter case of names and columns', async () => {
    const { layers, warnings } = await load({
      'VIC/VIC_LGA_POLYGON_SHP.SHP': TWO_LGAS['aus_lga.shp'],
      'VIC/VIC_LGA_POLYGON_shp.DBF': TWO_LGAS['aus_lga.dbf'],
      'NSW/nsw_lga.shp': shp([[square(148, -34, 1)]]),
      'NSW/nsw_lga.dbf': dbf(['lga_pid', 'lga_name', 'abb_name'], [['lga0003', 'Bega Valley', 'Bega']]),
    });
    expect(layers.lga.areas.map((area) => area.name).sort()).toEqual(['Bega Valley', 'Loddon', 'Whitehorse']);
    expect(at(layers, 'lga', 148.5, -33.5)).toEqual({ name: 'Bega Valley', code: 'lga0003' });
    expect(at(layers, 'lga', 145.5, -37.5)).toEqual({ name: 'Whitehorse', code: 'lga0002' });
    expect(warnings).toEqual([]);
  });

  it('have holes, islands in holes, several polygons to an area, and rows without a shape', async () => {
    const ring = (x: number, y: number, size: number): Ring => [...square(x, y, size)].reverse();
    const { layers, warnings } = await load({
      'aus_lga.shp': shp([
        [square(140, -38, 4), ring(141, -37, 2), square(141.5, -36.5, 1)],
        null,
        [square(150, -38, 1)],
        [square(150, -30, 1), square(152, -30, 1)],
      ]),
      'aus_lga.dbf': dbf(LGA_COLUMNS, [
        ['lga1', 'Ringed', '', ''],
        ['lga2', 'Nowhere', '', ''],
        ['lga3', 'Scattered', '', ''],
        ['lga3', 'Scattered', '', ''],
      ]),
    });
    const names = ([lon, lat]: [number, number]) => at(layers, 'lga', lon, lat)?.name ?? null;
    expect(
      (
        [
          [140.5, -37.5],
          [141.25, -36.75],
          [142, -36],
        ] as [number, number][]
      ).map(names),
    ).toEqual(['Ringed', null, 'Ringed']);
    expect(
      (
        [
          [150.5, -37.5],
          [150.5, -29.5],
          [152.5, -29.5],
          [151.5, -29.5],
        ] as [number, number][]
      ).map(names),
    ).toEqual(['Scattered', 'Scattered', 'Scattered', null]);
    expect(layers.lga.areas).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it.each([15, 25])('may be of shape type %i, with heights or measures after the points', async (type) => {
    const { layers } = await load({
      ...TWO_LGAS,
      'aus_lga.shp': shp([[square(144, -38, 1)], [square(145, -38, 1)]], type),
    });
    expect(at(layers, 'lga', 145.5, -37.5)?.name).toBe('Whitehorse');
  });

  it('may have rings that do not come back to their first point', async () => {
    const open = [square(144, -38, 1).slice(0, -1), square(144.25, -37.75, 0.5).slice(0, -1)];
    const { layers } = await load({ ...TWO_LGAS, 'aus_lga.shp': shp([open, [square(145, -38, 1)]]) });
    expect(at(layers, 'lga', 144.125, -37.125)?.name).toBe('Loddon');
    expect(at(layers, 'lga', 144.5, -37.5)).toBeNull();
  });

  it.each<[string, string | null, BufferEncoding]>([
    ['UTF-8', 'UTF-8', 'utf8'],
    ['Windows-1252', '1252', 'latin1'],
    ['ISO 8859-1', 'ISO-8859-1', 'latin1'],
    ['ISO 8859-1 as ArcGIS writes it', '88591', 'latin1'],
    ['UTF-8 without being told', null, 'utf8'],
    ['Windows-1252 without being told', null, 'latin1'],
  ])('have their names in %s', async (_, codePage, encoding) => {
    const { layers } = await load({
      ...TWO_LGAS,
      'aus_lga.dbf': dbf(
        LGA_COLUMNS,
        [
          ['lga1', 'Café Shire', '', ''],
          ['lga2', 'Ørsted', '', ''],
        ],
        encoding,
      ),
      ...(codePage === null ? {} : { 'aus_lga.cpg': `${codePage}\n` }),
    });
    expect(layers.lga.areas.map((area) => area.name)).toEqual(['Café Shire', 'Ørsted']);
  });

  it('are those in force on a day: begun, not ended, not retired, not deleted', async () => {
    const rows: [string, string, string, string, string, boolean?][] = [
      ['VIC1', 'CURRENT', '20140101', '', ''],
      ['VIC2', 'ENDED', '2014-01-01', '2026-02-28', ''],
      ['VIC3', 'ENDS LATER', '2014/01/01', '2026/03/01', '00000000'],
      ['VIC4', 'BEGINS LATER', '20260301', '', ''],
      ['VIC5', 'RETIRED', '', '', '20200101'],
      ['VIC6', 'DELETED', '', '', '', true],
    ];
    const { layers } = await load(
      {
        'vic_state_electoral.dbf': dbf(['SE_PID', 'NAME', 'EFF_START', 'EFF_END', 'DT_RETIRE'], rows as never),
        'vic_state_electoral_polygon.shp': shp(rows.map((_, i) => [square(140 + i, -38, 1)])),
        'vic_state_electoral_polygon.dbf': dbf(
          ['SE_PID'],
          rows.map(([pid]) => [pid]),
        ),
      },
      '20260228',
    );
    expect(layers.stateElectorate.areas.map((area) => area.name)).toEqual(['CURRENT', 'ENDS LATER']);
  });

  it('leave out a polygon that ended while its area goes on', async () => {
    const { layers } = await load(
      {
        'aus_comm_electoral.dbf': dbf(['CE_PID', 'NAME'], [['VIC44', 'ASTON']]),
        'aus_comm_electoral_polygon.shp': shp([[square(144, -38, 1)], [square(145, -38, 1)]]),
        'aus_comm_electoral_polygon.dbf': dbf(
          ['CE_PID', 'DT_RETIRE'],
          [
            ['VIC44', '20210101'],
            ['VIC44', ''],
          ],
        ),
      },
      '20260228',
    );
    expect(at(layers, 'commonwealthElectorate', 144.5, -37.5)).toBeNull();
    expect(at(layers, 'commonwealthElectorate', 145.5, -37.5)?.name).toBe('ASTON');
  });

  it('in GDA94 are used with a warning, and are left out where GDA2020 has the same layer', async () => {
    const alone = await load({ ...TWO_LGAS, 'aus_lga.prj': GDA94 });
    expect(alone.warnings).toEqual([
      expect.stringMatching(/^aus_lga\.shp: GDA94, which lies about 1\.8 m from GDA2020/),
    ]);
    expect(alone.layers.lga.areas).toHaveLength(2);

    const both = await load({
      'gda2020/aus_lga.shp': shp([[square(144, -38, 1)], [square(145, -38, 1)]]),
      'gda2020/aus_lga.dbf': TWO_LGAS['aus_lga.dbf'],
      'gda2020/aus_lga.prj': GDA2020,
      'gda94/aus_lga.shp': shp([[square(145, -38, 1)], [square(144, -38, 1)]]),
      'gda94/aus_lga.dbf': TWO_LGAS['aus_lga.dbf'],
      'gda94/aus_lga.prj': GDA94,
    });
    expect(at(both.layers, 'lga', 144.5, -37.5)?.name).toBe('Loddon');
    expect(both.warnings).toEqual([
      'gda94/aus_lga.shp: not used, it is GDA94 and gda2020/aus_lga.shp has the same layer in GDA2020',
    ]);
  });

  it('say which polygons no table names, which shapes have no table, and which layers are missing', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'aus_comm_electoral.dbf': dbf(['CE_PID', 'NAME'], [['VIC44', 'ASTON']]),
      'aus_comm_electoral_polygon.shp': shp([[square(144, -38, 1)], [square(145, -38, 1)]]),
      'aus_comm_electoral_polygon.dbf': dbf(['CE_PID'], [['VIC44'], ['VIC45']]),
      'aus_wards.shp': shp([[square(144, -38, 1)]]),
    });
    const warnings: string[] = [];
    const layers = await loadBoundaries(folder, (message) => warnings.push(message.replaceAll(folder, '<folder>')));
    expect(layers.commonwealthElectorate.areas).toHaveLength(1);
    expect(layers.ward.areas).toEqual([]);
    expect(layers.ward.locate(144.5, -37.5)).toBe(-1);
    expect(warnings).toEqual([
      '<folder>/aus_wards.shp: not used, there is no .dbf beside it',
      '<folder>: no polygons of local government areas',
      '<folder>: no polygons of wards',
      'Commonwealth electorates: no table names 1 areas that have polygons, such as VIC45; not used',
      '<folder>: no polygons of state electorates',
    ]);
  });
});

describe('a folder of boundaries is refused, in a sentence, for', () => {
  const shape = TWO_LGAS['aus_lga.shp'] as Buffer;
  const table = TWO_LGAS['aus_lga.dbf'] as Buffer;
  const poke = (bytes: Buffer, write: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(bytes);
    write(copy);
    return copy;
  };
  /** Where the second record's header lies: behind the file's header and a record of one ring of five points. */
  const second = 100 + 8 + 44 + 4 + 5 * 16;

  it.each<[string, Files, string | RegExp]>([
    [
      'no shapefile of a known layer',
      { 'a.txt': '' },
      /^<folder>: no shapefile in it whose table has a column LGA_PID, WARD_PID/,
    ],
    ['names without polygons', { 'aus_lga.dbf': table }, /^<folder>: no shapefile in it/],
    [
      'a shapefile cut short',
      { ...TWO_LGAS, 'aus_lga.shp': shape.subarray(0, shape.length - 10) },
      `aus_lga.shp: truncated: ${shape.length - 10} bytes, its header promises ${shape.length}`,
    ],
    [
      'a shapefile cut within its header',
      { ...TWO_LGAS, 'aus_lga.shp': shape.subarray(0, 50) },
      'aus_lga.shp: truncated: 50 bytes, a shapefile begins with a header of 100',
    ],
    [
      'another kind of file',
      { ...TWO_LGAS, 'aus_lga.shp': Buffer.alloc(200) },
      'aus_lga.shp: not a shapefile: found 0 at its start, expected 9994',
    ],
    [
      'a record longer than the file',
      { ...TWO_LGAS, 'aus_lga.shp': poke(shape, (copy) => copy.writeInt32BE(1000, second + 4)) },
      'aus_lga.shp, record 2: 2000 bytes long by its header, 128 are left in the file',
    ],
    [
      'a record of no length',
      { ...TWO_LGAS, 'aus_lga.shp': poke(shape, (copy) => copy.writeInt32BE(0, second + 4)) },
      'aus_lga.shp, record 2: 0 bytes long by its header, 128 are left in the file',
    ],
    [
      'more points than the record holds',
      { ...TWO_LGAS, 'aus_lga.shp': poke(shape, (copy) => copy.writeInt32LE(6, second + 8 + 40)) },
      'aus_lga.shp, record 2: 1 rings of 6 points do not fit its 128 bytes',
    ],
    [
      'a ring that begins behind the last point',
      { ...TWO_LGAS, 'aus_lga.shp': poke(shape, (copy) => copy.writeInt32LE(9, second + 8 + 44)) },
      'aus_lga.shp, record 2: ring 1 begins at point 9 of 5',
    ],
    [
      'lines instead of polygons',
      { ...TWO_LGAS, 'aus_lga.shp': shp([[square(144, -38, 1)]], 3) },
      'aus_lga.shp: the file has shape type 3 (lines), expected polygons (5, 15 or 25)',
    ],
    [
      'an unknown shape type in a record',
      { ...TWO_LGAS, 'aus_lga.shp': poke(shape, (copy) => copy.writeInt32LE(77, second + 8)) },
      'aus_lga.shp: record 2 has shape type 77 (an unknown kind), expected polygons (5, 15 or 25)',
    ],
    [
      'metres instead of degrees',
      { ...TWO_LGAS, 'aus_lga.shp': shp([[square(320_000, 5_800_000, 1000)], null]) },
      'aus_lga.shp: not in degrees: found 320000 in its bounding box, expected longitude and latitude',
    ],
    [
      'a coordinate that is not a number',
      { ...TWO_LGAS, 'aus_lga.shp': poke(shape, (copy) => copy.writeDoubleLE(Number.NaN, second + 8 + 48)) },
      'aus_lga.shp, record 2: found the point NaN -38, expected degrees',
    ],
    [
      'fewer shapes than rows',
      { ...TWO_LGAS, 'aus_lga.shp': shp([[square(144, -38, 1)]]) },
      'aus_lga.shp: 1 shapes, but aus_lga.dbf has 2 rows; they belong together one by one',
    ],
    [
      'more shapes than rows',
      { ...TWO_LGAS, 'aus_lga.shp': shp([null, null, [square(144, -38, 1)]]) },
      'aus_lga.shp: 3 shapes, but aus_lga.dbf has 2 rows; they belong together one by one',
    ],
    [
      'a table cut short',
      { ...TWO_LGAS, 'aus_lga.dbf': table.subarray(0, table.length - 100) },
      `aus_lga.dbf: truncated: ${table.length - 100} bytes, its header promises 2 rows in ${table.length - 1} bytes`,
    ],
    [
      'a table cut within its header',
      { ...TWO_LGAS, 'aus_lga.dbf': table.subarray(0, 40) },
      'aus_lga.dbf: not a dBASE table: its header is cut short',
    ],
    [
      'an unknown code page',
      { ...TWO_LGAS, 'aus_lga.cpg': 'KLINGON' },
      'aus_lga.dbf: unknown code page "KLINGON" in its .cpg file',
    ],
    [
      'polygons that no table names',
      { 'aus_lga.shp': shape, 'aus_lga.dbf': dbf(['LGA_PID'], [['lga1'], ['lga2']]) },
      'aus_lga.dbf: no column LGA_NAME, NAME or ABB_NAME, and no other table of local government areas has one',
    ],
  ])('%s', async (_, files, sentence) => {
    if (typeof sentence === 'string') expect(await refusal(files)).toBe(sentence);
    else expect(await refusal(files)).toMatch(sentence);
  });
});
