import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { crc32 } from 'node:zlib';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Entry, ZipFile } from 'yauzl';
import { ReleaseError } from '../release/release-error.ts';
import { openZipDirectory } from '../release/zip-reader.ts';

/**
 * An opened workbook: a zip of parts (ECMA-376 part 2, Open Packaging Conventions), found by name
 * in any letter case. It is read here rather than by hucre, which verifies no checksum, takes a
 * truncated sheet as whole, and needs four times the memory.
 */
export interface XlsxPackage {
  readonly path: string;
  readonly zip: ZipFile;
  readonly parts: ReadonlyMap<string, Entry>;
}

/** Opens a workbook's zip directory. The caller closes `zip`. Throws a sentence when the file is no zip. */
export async function openXlsx(path: string): Promise<XlsxPackage> {
  const notReadable = (error: Error) => {
    throw new ReleaseError(`${path}: not readable as XLSX, which is a zip archive: ${error.message}`);
  };
  const handle = await open(path).catch(notReadable);
  const zip = await openZipDirectory(handle).catch(async (error: Error) => {
    await handle.close();
    return notReadable(error);
  });
  try {
    const parts = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) parts.set(partKey(entry.fileName), entry);
    return { path, zip, parts };
  } catch (error) {
    zip.close();
    throw new ReleaseError(`${path}: damaged zip directory: ${(error as Error).message}`);
  }
}

/** What to do with the elements of one XML part. Names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Streams one part through an XML parser. Throws a sentence when the part is missing, damaged or not well-formed. */
export async function parsePart(workbook: XlsxPackage, part: string, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser();
  let broken = '';
  parser.on('error', (error) => {
    broken ||= error.message;
  });
  parser.on('opentag', (tag: SaxesTagPlain) => handler.open(localName(tag.name), tag.attributes));
  if (handler.text !== undefined) {
    const text = (content: string) => handler.text?.(content);
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (handler.close !== undefined) parser.on('closetag', (tag: SaxesTagPlain) => handler.close?.(localName(tag.name)));
  for await (const chunk of unpack(workbook, part)) {
    parser.write(chunk);
    if (broken !== '') break;
  }
  if (broken === '') parser.close();
  if (broken !== '') throw new ReleaseError(`${workbook.path}: the part "${part}" is not well-formed XML: ${broken}`);
}

/** The part names of the workbook's first sheet and of its shared strings, by the package's relationships. */
export async function findParts(workbook: XlsxPackage): Promise<{ sheet: string; sharedStrings: string | null }> {
  const root = await relationships(workbook, '_rels/.rels', '');
  const main = root.find((related) => related.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  let sheetId: string | undefined;
  await parsePart(workbook, main, {
    open(name, attributes) {
      if (name === 'sheet') sheetId ??= relationshipId(attributes);
    },
  });
  if (sheetId === undefined) throw new ReleaseError(`${workbook.path}: the workbook has no sheet`);
  const folder = posix.dirname(main);
  const related = await relationships(workbook, `${folder}/_rels/${posix.basename(main)}.rels`, folder);
  const sheet = related.find((part) => part.id === sheetId);
  if (sheet === undefined)
    throw new ReleaseError(`${workbook.path}: no relationship "${sheetId}" leads to the workbook's first sheet`);
  const sharedStrings = related.find((part) => part.type.endsWith('/sharedStrings'))?.target ?? null;
  return { sheet: sheet.target, sharedStrings };
}

interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

async function relationships(workbook: XlsxPackage, part: string, folder: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  if (!workbook.parts.has(partKey(part))) return found;
  await parsePart(workbook, part, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributes.Target ?? '';
      found.push({
        id: attributes.Id ?? '',
        type: attributes.Type ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return found;
}

async function* unpack(workbook: XlsxPackage, part: string): AsyncGenerator<string> {
  const entry = workbook.parts.get(partKey(part));
  if (entry === undefined) throw new ReleaseError(`${workbook.path}: not a workbook: the part "${part}" is missing`);
  try {
    const decoder = new StringDecoder('utf8');
    let checksum = 0;
    for await (const chunk of await workbook.zip.openReadStreamPromise(entry)) {
      checksum = crc32(chunk as Buffer, checksum);
      yield decoder.write(chunk as Buffer);
    }
    if (checksum !== entry.crc32) throw new Error('its checksum does not match');
  } catch (error) {
    throw new ReleaseError(`${workbook.path}: the part "${part}" cannot be unpacked: ${(error as Error).message}`);
  }
}

function partKey(name: string): string {
  return name.replace(/^\//, '').toLowerCase();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * The `r:id` of a sheet, whatever prefix the writer gave the relationships namespace; `sheetId` and
 * `name` have none.
 */
function relationshipId(attributes: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
}
