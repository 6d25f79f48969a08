import type { Table, WriteTable } from './table.ts';

/** A format of results. */
export interface OutputFormat {
  /** For a message. */
  readonly name: string;
  /** Endings of files that are written in it. */
  readonly endings: readonly string[];
  /** Writes a table when all of its rows are there; null where rows are written as they come. */
  readonly write: WriteTable | null;
  /** Whether doubtful rows are written for review in this format too; if not, as CSV. */
  readonly reviewed: boolean;
}

/** The formats of results, by the names that `--to` takes. A writer is loaded when it is needed. */
export const OUTPUT_FORMATS = {
  csv: { name: 'CSV', endings: ['.csv', '.tsv', '.txt'], write: null, reviewed: true },
  ndjson: { name: 'NDJSON', endings: ['.ndjson', '.jsonl', '.json'], write: null, reviewed: false },
  xlsx: {
    name: 'a workbook',
    endings: ['.xlsx'],
    write: async (table, path) => (await import('./workbook.ts')).writeWorkbook(table, path),
    reviewed: true,
  },
  parquet: {
    name: 'a Parquet file',
    endings: ['.parquet'],
    write: async (table: Table, path: string) => (await import('./parquet.ts')).writeParquet(table, path),
    reviewed: false,
  },
  geojson: {
    name: 'GeoJSON',
    endings: ['.geojson'],
    write: async (table: Table, path: string) => (await import('./geojson.ts')).writeGeojson(table, path),
    reviewed: false,
  },
  geojsonl: {
    name: 'GeoJSON',
    endings: ['.geojsonl', '.geojsons'],
    write: async (table: Table, path: string) => (await import('./geojson.ts')).writeGeojsonLines(table, path),
    reviewed: false,
  },
  gpkg: {
    name: 'a GeoPackage',
    endings: ['.gpkg'],
    write: async (table: Table, path: string) => (await import('./geopackage.ts')).writeGeopackage(table, path),
    reviewed: false,
  },
} as const satisfies Readonly<Record<string, OutputFormat>>;

/** A format of results. */
export type OutputKind = keyof typeof OUTPUT_FORMATS;

/** The names of all formats of results. */
export const OUTPUT_KINDS = Object.keys(OUTPUT_FORMATS) as readonly OutputKind[];

/** The format that a file's ending (`.csv`) stands for; null where it stands for none. */
export function outputKindOf(ending: string): OutputKind | null {
  return OUTPUT_KINDS.find((kind) => (OUTPUT_FORMATS[kind].endings as readonly string[]).includes(ending)) ?? null;
}
