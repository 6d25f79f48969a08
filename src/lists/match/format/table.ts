/** A column of a finished table. */
export interface TableColumn {
  readonly name: string;
  /** Characters that a workbook shows of it; as wide as any other where it is not said. */
  readonly width?: number;
  /** What a workbook offers for its cells, which may have other values too. */
  readonly choices?: readonly string[];
  /** The type of its cells; null where it follows from their values. */
  readonly type: 'text' | 'integer' | 'number' | null;
}

/** All rows of a result, as lines that `writeCells` wrote. */
export interface Table {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  /** Positions of the columns with WGS84 degrees; null where the rows have no points. */
  readonly point: { readonly lat: number; readonly lon: number } | null;
  /** The lines from the first on; each call reads them again. */
  readonly lines: () => AsyncIterable<Buffer>;
  /** Told of each text that the format has no room for, and that is cut. */
  readonly onCut: () => void;
}

/** Writes a table to a file that is not there yet. Holds a bounded number of rows in memory. */
export type WriteTable = (table: Table, path: string) => Promise<void>;
