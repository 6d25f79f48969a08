import { shown } from '../../../system/shown-text.ts';

/** How the admin program answers: as text or as JSON. */
export interface Output {
  /** One object: its fields, one to a line. */
  thing(fields: Readonly<Record<string, unknown>>): void;
  /** Several objects, as a table. */
  things(rows: readonly Readonly<Record<string, unknown>>[]): void;
}

/** Creates an output that writes text with `write`; with `json`, one JSON document. */
export function createOutput(json: boolean, write: (text: string) => void): Output {
  const print = (text: string) => write(`${text}\n`);
  if (json) {
    return {
      thing: (fields) => print(JSON.stringify(fields, null, 2)),
      things: (rows) => print(JSON.stringify(rows, null, 2)),
    };
  }
  const text = (value: unknown): string => {
    if (value === null || value === undefined) return '-';
    return shown(Array.isArray(value) ? value.join(', ') : String(value));
  };
  return {
    thing(fields) {
      const width = Math.max(...Object.keys(fields).map((name) => name.length));
      for (const [name, value] of Object.entries(fields)) print(`${name.padEnd(width)}  ${text(value)}`);
    },
    things(rows) {
      if (rows.length === 0) return print('none');
      const names = Object.keys(rows[0]!);
      const lines = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
      const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
      for (const line of lines)
        print(
          line
            .map((cell, column) => cell.padEnd(widths[column]!))
            .join('  ')
            .trimEnd(),
        );
    },
  };
}

/** An instant in ISO 8601; null stays null. */
export function isoTime(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
