import type { AddressView } from '../../address/differences/address-view.ts';
import type { Differences } from '../../address/differences/compare.ts';
import { FIELDS, FIELDS_OF_KIND } from '../../address/differences/fields.ts';
import { CHANGE_KINDS } from '../../address/index/changes.ts';
import type { AddressIndex } from '../../address/index/open.ts';
import { JsonBytes } from '../../address/operations/json-bytes.ts';
import { writeAddressHead } from '../../address/operations/standard-record.ts';
import { WholeFile } from '../../system/whole-file.ts';
import { FIELD_VALUES } from './field-values.ts';
import type { Tally } from './tally.ts';

/** Bytes that are gathered before they are written. */
const FLUSH_BYTES = 1 << 20;

/** A file of differences, one JSON object a line (src/lists/release/README.md). */
export interface ChangeLines extends Differences {
  /** Writes the lines of the counts, and gives the file its name. */
  finish(tally: Tally): void;
  /** Gives up: nothing of the file remains. */
  abandon(): void;
}

/** Begins a file of differences with the line that names both releases. Throws where no file can be put at `path`. */
export function startChangeLines(path: string, before: AddressIndex, after: AddressIndex): ChangeLines {
  const file = new WholeFile(path);
  const out = new JsonBytes(FLUSH_BYTES * 2);
  const flush = () => {
    file.write(out.view());
    out.reset();
  };
  const end = () => {
    out.ascii('}\n');
    if (out.length >= FLUSH_BYTES) flush();
  };
  const line = (value: object) => {
    file.write(Buffer.from(`${JSON.stringify(value)}\n`));
  };
  line({ type: 'releases', before: releaseOf(before), after: releaseOf(after) });
  return {
    added(view) {
      out.ascii('{"type":"added",');
      writeHead(view, out);
      end();
    },
    removed(view) {
      out.ascii('{"type":"removed",');
      writeHead(view, out);
      end();
    },
    changed(old, new_, fields, metres) {
      out.ascii('{"type":"changed",');
      writeHead(new_, out);
      writeKinds(fields, out);
      if (metres > 0) out.ascii(`,"metres":${metres.toFixed(1)}`);
      writeFields(old, new_, fields, out);
      end();
    },
    finish({ localities, states, total, edition }) {
      flush();
      if (edition !== null) line({ type: 'edition', ...edition });
      for (const { only: _, ...counts } of localities)
        if (counts.changed + counts.added + counts.removed > 0) line({ type: 'locality', ...counts });
      for (const counts of states) line({ type: 'state', ...counts });
      line({ type: 'total', ...total });
      file.finish();
    },
    abandon: () => file.abandon(),
  };
}

function releaseOf({ manifest: { release, datum, addresses } }: AddressIndex) {
  return { release, datum, addresses };
}

function writeHead({ index, ordinal, street }: AddressView, out: JsonBytes): void {
  writeAddressHead(index, out, ordinal, street);
}

function writeKinds(fields: number, out: JsonBytes): void {
  out.ascii(',"kinds":[');
  let first = true;
  for (let kind = 0; kind < CHANGE_KINDS.length; kind++) {
    if ((fields & FIELDS_OF_KIND[kind]) === 0) continue;
    out.ascii(first ? '"' : ',"');
    out.ascii(CHANGE_KINDS[kind]);
    out.ascii('"');
    first = false;
  }
  out.ascii(']');
}

function writeFields(before: AddressView, after: AddressView, fields: number, out: JsonBytes): void {
  out.ascii(',"fields":{');
  let first = true;
  for (let i = 0; i < FIELDS.length; i++) {
    if ((fields & (1 << i)) === 0) continue;
    out.ascii(first ? '"' : ',"');
    out.ascii(FIELDS[i].name);
    out.ascii('":{"before":');
    FIELD_VALUES[FIELDS[i].name](before, out);
    out.ascii(',"after":');
    FIELD_VALUES[FIELDS[i].name](after, out);
    out.ascii('}');
    first = false;
  }
  out.ascii('}');
}
