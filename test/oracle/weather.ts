import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Random } from '../../build-index/generate/random.ts';
import { filesBelow } from './naive-tables.ts';

/** Tables whose rows may vanish or be retired: what refers to them must cope. */
const LOSES_ROWS =
  /_(ADDRESS_(DETAIL|DEFAULT_GEOCODE|SITE|SITE_GEOCODE|ALIAS|MESH_BLOCK_\d+)|PRIMARY_SECONDARY|(STREET_)?LOCALITY(_ALIAS)?|LOCALITY_NEIGHBOUR|MB_20(21|26))_psv/;

/** Fields that may be empty, by table, and that the generator mostly fills. */
const MAY_BE_EMPTY: readonly (readonly [table: RegExp, columns: RegExp])[] = [
  [
    /_ADDRESS_DETAIL_psv/,
    /^(BUILDING_NAME|POSTCODE|LEGAL_PARCEL_ID|PRIMARY_SECONDARY|STREET_LOCALITY_PID|ADDRESS_SITE_PID)$/,
  ],
  [/_ADDRESS_DETAIL_psv/, /^((FLAT|LEVEL)_(TYPE_CODE|NUMBER)|LOT_NUMBER)$/],
  [/^_[A-Z]{2,3}_LOCALITY_psv/, /^(LOCALITY_CLASS_CODE|GNAF_RELIABILITY_CODE)$/],
  [/_STREET_LOCALITY(_ALIAS)?_psv/, /^(STREET_(CLASS|TYPE|SUFFIX)_CODE|GNAF_RELIABILITY_CODE)$/],
  [/_ADDRESS_SITE_psv/, /^ADDRESS_SITE_NAME$/],
  [/_ADDRESS_SITE_GEOCODE_psv/, /^(RELIABILITY_CODE|LATITUDE)$/],
];

const PREFIX_OR_SUFFIX = /^(FLAT|LEVEL|LOT)_NUMBER_(PREFIX|SUFFIX)$/;
const FREE_TEXT = /^(BUILDING_NAME|ADDRESS_SITE_NAME|LEGAL_PARCEL_ID|STREET_NAME)$/;
const ODD_TEXTS = ['O\'NEIL & "SONS"', 'A\\B\\\\C', 'CAFÉ ÜBER', '咖啡 😀', 'TAB\tHERE', ' SPACES '];
const POSTCODES = ['0872', '3000', '3004'];

/**
 * Rewrites a release in place as an untidy one, the same for the same seed: columns in another order, LF or CRLF, a byte order mark,
 * rows retired or gone, optional fields empty, prefixes and suffixes everywhere, text that JSON has to escape, and postcodes shared
 * by many localities. Whole tables named in `absent` (`MB_2021`) are removed from every state.
 */
export function weather(folder: string, seed: number, absent: readonly string[] = []): void {
  const random = new Random(seed, 'weather');
  for (const file of filesBelow(folder).filter((name) => /_psv\.psv$/i.test(name))) {
    const name = basename(file);
    if (absent.includes(name.replace(/^([A-Z]{2,3}|Authority_Code)_(.*)_psv\.psv$/i, '$2'))) {
      rmSync(file);
      continue;
    }
    const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
    const columns = header.split('|');
    const order = columns.map((_, i) => i).sort(() => random.fraction() - 0.5);
    const standard = !name.startsWith('Authority');
    const rows = lines
      .filter(() => !(standard && LOSES_ROWS.test(name) && random.chance(0.02)))
      .map((line) =>
        line.split('|').map((text, i) => {
          const column = columns[i];
          if (!standard) return text;
          if (column === 'DATE_RETIRED' && LOSES_ROWS.test(name) && random.chance(0.03)) return '2020-02-02';
          if (
            MAY_BE_EMPTY.some(([table, fields]) => table.test(`_${name}`) && fields.test(column)) &&
            random.chance(0.05)
          )
            return '';
          if (PREFIX_OR_SUFFIX.test(column) && random.chance(0.05)) return random.pick(['A', 'B', 'AB']);
          if (FREE_TEXT.test(column) && random.chance(0.05)) return random.pick(ODD_TEXTS);
          if (column === 'POSTCODE' && name.includes('ADDRESS_DETAIL') && random.chance(0.3))
            return random.pick(POSTCODES);
          return text;
        }),
      );
    const end = random.chance(0.5) ? '\n' : '\r\n';
    const text = [columns, ...rows].map((fields) => order.map((i) => fields[i]).join('|')).join(end) + end;
    writeFileSync(file, (random.chance(0.5) ? '\uFEFF' : '') + text);
  }
}
