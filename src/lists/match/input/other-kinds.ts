const MAGIC: readonly (readonly [Buffer, string])[] = [
  [
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'a workbook of old Excel (.xls), or one with a password: save it as .xlsx without a password, or as CSV',
  ],
  [Buffer.from('1f8b', 'hex'), 'packed with gzip: unpack it, for instance with zcat'],
  [Buffer.from('%PDF-'), 'a PDF document'],
];

/**
 * What a file that does not look like a list is, and what to do about it, by its first bytes; null where it may be a
 * list.
 */
export function otherKind(head: Buffer): string | null {
  for (const [magic, what] of MAGIC) if (head.subarray(0, magic.length).equals(magic)) return what;
  const text = head.toString('latin1', 0, 512);
  if (text.startsWith('PK') && text.includes('mimetypeapplication/vnd.oasis.opendocument'))
    return 'an OpenDocument file: save it as .xlsx or CSV';
  if (/^\s*<(?:!doctype html|html|table|\?xml)\b/i.test(text))
    return 'HTML or XML, whatever its name ends with: open it in a spreadsheet, and save it as .xlsx or CSV';
  if (/^(?:\xef\xbb\xbf)?\s*\[\s*\{/.test(text))
    return "a JSON array: expected one object a line, as jq -c '.[]' writes them";
  return null;
}
