import type { SaxesTagPlain } from 'saxes';
import { HEAD, headRows } from './head-rows.ts';
import { isTable } from './header.ts';
import { InputError, readHead } from './source.ts';
import { workbookLines } from './xlsx-rows.ts';

const WORKBOOK = 'xl/workbook.xml';

/** A sheet of a workbook. */
interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
}

/** A file of a workbook may unpack to this many bytes, or else to this many for each byte of it: lists have about 10. */
const UNPACKED = 1 << 26;
const UNPACKED_PER_BYTE = 200;
/** As many as DEFLATE has at most: of a file that does not say its size. */
const MOST_PER_BYTE = 1032;

/**
 * A workbook's sheets, in their order. Empty where they cannot be read. Throws an InputError, before anything is unpacked, where a
 * file of it is few bytes that unpack to very many.
 */
export async function sheetsOf(file: Buffer, name: string): Promise<Sheet[]> {
  // Loaded here: most lists are not workbooks. A bundle has what CommonJS exports by `default` alone.
  const [{ SaxesParser }, { fromBufferPromise }] = await Promise.all([
    import('saxes').then((module) => module.default),
    import('yauzl').then((module) => module.default),
  ]);
  const sheets: Sheet[] = [];
  try {
    const zip = await fromBufferPromise(file);
    for await (const entry of zip.eachEntry()) {
      const { fileName, compressedSize, uncompressedSize } = entry;
      const unpacked = uncompressedSize || compressedSize * MOST_PER_BYTE;
      if (unpacked > Math.max(UNPACKED, compressedSize * UNPACKED_PER_BYTE))
        throw new InputError(
          `${name}: its ${fileName} of ${compressedSize} bytes unpacks to ${Math.round(unpacked / 1e6)} MB, over ${UNPACKED_PER_BYTE} for each byte: cells of endless text, or nothing but blank ones. Save the list as CSV`,
        );
      if (fileName.toLowerCase() !== WORKBOOK) continue;
      const parser = new SaxesParser();
      parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
        if (/(?:^|:)sheet$/.test(name))
          sheets.push({ name: attributes.name, hidden: /hidden/i.test(attributes.state ?? '') });
      });
      for await (const chunk of await zip.openReadStreamPromise(entry)) parser.write(String(chunk));
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    return [];
  }
  return sheets;
}

/**
 * The sheet with the list, and those before it without a table: the first that people see and that has one; the first that they see
 * where none has; the first where there is no other.
 */
export async function listSheet(
  file: Buffer,
  sheets: readonly Sheet[],
  name: string,
  isHeader: (first: readonly string[]) => boolean,
): Promise<{ sheet: string | null; passed: readonly string[] }> {
  const seen = sheets.filter(({ hidden }) => !hidden);
  if (sheets.length < 2) return { sheet: null, passed: [] };
  for (const { name: sheet } of seen) {
    const { head } = await readHead(workbookLines(file, sheet, name), HEAD).catch(() => ({ head: Buffer.alloc(0) }));
    if (!isTable(headRows(head, { kind: 'cells' }, LOOKED_AT), isHeader)) continue;
    return {
      sheet,
      passed: sheets
        .slice(
          0,
          sheets.findIndex((one) => one.name === sheet),
        )
        .map((one) => one.name),
    };
  }
  return { sheet: seen[0]?.name ?? null, passed: [] };
}

/** Rows by which a table is told. */
const LOOKED_AT = 60;
