import { fieldText, isEmpty, type Row } from '../release/fields.ts';
import type { AuthorityTable } from '../release/release.ts';
import { type Build, readTable } from './build.ts';
import { ByteInterner, type ByteInternerContent } from './byte-interner.ts';
import type { Texts } from './texts.ts';

/** What an authority table holds, in a form that can be sent to another thread. */
export interface CodeTableContent {
  readonly name: AuthorityTable;
  readonly codes: ByteInternerContent;
  readonly labels: readonly string[];
  readonly names: readonly string[];
  readonly present: boolean;
}

/** An authority table: its codes numbered from 1, each with the text that answers show. Number 0 is "none". */
export class CodeTable {
  readonly name: AuthorityTable;
  readonly #codes: ByteInterner;
  readonly #labels: string[];
  readonly #names: string[];
  readonly #unknown = new Set<string>();
  /** Whether the release has the table; without it every code that rows name gets a number, but no label. */
  present: boolean;

  /** In STREET_TYPE_AUT the code is the long word: it is the label even of a code that the table lacks. */
  readonly #codeIsLabel: boolean;

  /** An empty table; or a copy of one. */
  constructor(content: AuthorityTable | CodeTableContent) {
    const known = typeof content === 'string' ? null : content;
    this.name = typeof content === 'string' ? content : content.name;
    this.#codes = known === null ? new ByteInterner() : ByteInterner.of(known.codes);
    this.#labels = [...(known?.labels ?? [''])];
    this.#names = [...(known?.names ?? [''])];
    this.present = known?.present ?? true;
    this.#codeIsLabel = this.name === 'STREET_TYPE_AUT';
  }

  /** What the table holds, for another thread to read. */
  content(): CodeTableContent {
    const { name, present } = this;
    return { name, codes: this.#codes.content(), labels: this.#labels, names: this.#names, present };
  }

  add(code: string, name: string, label: string): void {
    const bytes = Buffer.from(code);
    if (this.#codes.intern(bytes, 0, bytes.length) + 1 !== this.#labels.length) return;
    this.#labels.push(label);
    this.#names.push(name);
  }

  /** The number of codes, "none" included. */
  get count(): number {
    return this.#labels.length;
  }

  /** The number of the code in a field; 0 for an empty one, and for an unknown one, which is remembered. */
  numberOf(row: Row, column: number): number {
    if (isEmpty(row, column)) return 0;
    const id = this.#codes.find(row.bytes, row.start[column], row.end[column]);
    if (id >= 0) return id + 1;
    const code = fieldText(row, column);
    if (this.present) this.#unknown.add(code);
    if (this.present && !this.#codeIsLabel) return 0;
    this.add(code, '', this.#codeIsLabel ? code : '');
    return this.count - 1;
  }

  label(number: number): string {
    return this.#labels[number];
  }

  /** The NAME of a code by its number: the long word, or in STREET_TYPE_AUT the abbreviation. */
  nameOf(number: number): string {
    return this.#names[number];
  }

  code(number: number): string {
    return number === 0 ? '' : this.#codes.text(number - 1);
  }

  /** Text ids by code number. */
  textIds(texts: Texts): Uint32Array {
    return Uint32Array.from(this.#labels, (label) => texts.of(label === '' ? null : label));
  }

  /** Codes that rows used and the table lacks. */
  unknownCodes(): string[] {
    return [...this.#unknown];
  }

  /** Remembers codes that another thread found rows to use and the table to lack. */
  addUnknown(codes: readonly string[]): void {
    for (const code of codes) this.#unknown.add(code);
  }

  /** The unknown codes, as sentences. */
  unknown(): string[] {
    return [...this.#unknown].map(
      (code) =>
        `${this.name} has no code ${code}, which rows name; ${this.#codeIsLabel ? 'the code is served' : 'the field is null there'}`,
    );
  }
}

/** All authority tables that answers draw on. */
export interface CodeTables {
  readonly flatType: CodeTable;
  readonly levelType: CodeTable;
  readonly streetType: CodeTable;
  readonly streetSuffix: CodeTable;
  readonly streetClass: CodeTable;
  readonly localityClass: CodeTable;
  readonly geocodeType: CodeTable;
  readonly addressAliasType: CodeTable;
}

/**
 * Reads the authority tables. Labels are the long words: NAME, but CODE in STREET_TYPE_AUT, which
 * is the other way round. An absent table causes a warning, and every code of it has the label
 * null.
 */
export async function readCodeTables(build: Build): Promise<CodeTables> {
  return {
    flatType: await readCodeTable(build, 'FLAT_TYPE_AUT', 'NAME'),
    levelType: await readCodeTable(build, 'LEVEL_TYPE_AUT', 'NAME'),
    streetType: await readCodeTable(build, 'STREET_TYPE_AUT', 'CODE'),
    streetSuffix: await readCodeTable(build, 'STREET_SUFFIX_AUT', 'NAME'),
    streetClass: await readCodeTable(build, 'STREET_CLASS_AUT', 'NAME'),
    localityClass: await readCodeTable(build, 'LOCALITY_CLASS_AUT', 'NAME'),
    geocodeType: await readCodeTable(build, 'GEOCODE_TYPE_AUT', 'NAME'),
    addressAliasType: await readCodeTable(build, 'ADDRESS_ALIAS_TYPE_AUT', 'NAME'),
  };
}

async function readCodeTable(build: Build, name: AuthorityTable, label: 'CODE' | 'NAME'): Promise<CodeTable> {
  const table = new CodeTable(name);
  const present = await readTable(build, name, { required: ['CODE', 'NAME'] }, (row) => {
    const code = fieldText(row, 0);
    const name = fieldText(row, 1);
    table.add(code, name, label === 'CODE' ? code : name);
  });
  table.present = present;
  if (!present) build.warn(`the release has no Authority_Code_${name}_psv.psv: the fields it feeds are null`);
  return table;
}
