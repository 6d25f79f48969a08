/** The commit that a document says it was written at; its words from `commit` to the next comma. */
const COMMIT = /\bcommit ([^,]+),/;
const MEASURED = /^Measured at commit .*$/m;

/**
 * The section of a heading in a document of measurements, with the commit of its numbers; null where
 * it has none, or none with numbers.
 */
export function keptSection(document: string, title: string): string | null {
  const section = document.split(/^(?=## )/m).find((text) => text.startsWith(`## ${title}\n`));
  if (section === undefined || !section.includes('\n|')) return null;
  const commit = COMMIT.exec(document)?.[1];
  const text = section.trimEnd();
  if (MEASURED.test(text) || commit === undefined) return text;
  const [heading, answers, ...rest] = text.split('\n\n');
  return [heading, answers, `Measured at commit ${commit}.`, ...rest].join('\n\n');
}

/** The row that a README quotes of a figure, as cells: one, or none. */
export function quotedRow(readme: string, command: string, what: string): string[][] {
  const rows = readme.split('\n').map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const row = rows.find((cells) => cells[1] === command && cells[2] === what);
  return row === undefined ? [] : [row.slice(1, -1)];
}

/** What a README says of other engines, up to a comment: its heading with its table, or nothing. */
export function quotedPeers(readme: string, end: string): string[] {
  const from = readme.indexOf('Beside other engines, ');
  return from < 0 ? [] : [readme.slice(from, readme.indexOf(end, from)).trimEnd()];
}
