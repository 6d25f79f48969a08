import type { SaxesTagPlain } from 'saxes';

const WORKBOOK = 'xl/workbook.xml';

/** The names of a workbook's sheets, in their order. Empty where they cannot be read. */
export async function sheetNames(file: Buffer): Promise<string[]> {
  // Loaded here: most lists are not workbooks.
  const [{ SaxesParser }, { fromBufferPromise }] = await Promise.all([import('saxes'), import('yauzl')]);
  const names: string[] = [];
  try {
    const zip = await fromBufferPromise(file);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.toLowerCase() !== WORKBOOK) continue;
      const parser = new SaxesParser();
      parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
        if (/(?:^|:)sheet$/.test(name)) names.push(attributes.name);
      });
      for await (const chunk of await zip.openReadStreamPromise(entry)) parser.write(String(chunk));
      break;
    }
  } catch {
    return [];
  }
  return names;
}
