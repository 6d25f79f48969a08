import { packLengths, STREET, STREET_WORDS } from '../../src/address/index/street-answer.ts';
import { packStreetCodes } from '../../src/address/index/street-codes.ts';
import { NO_STREET } from './addresses.ts';
import type { CodeTables } from './code-table.ts';
import { insideOfString } from './escape-json.ts';
import { JsonTable } from './json-table.ts';
import { csr } from './locality-sections.ts';
import type { Order } from './order.ts';
import { type Streets, streetLabel } from './streets.ts';
import type { Texts } from './texts.ts';

/** The sections `street…` except counts, and the localities' runs of streets. */
export function streetSections(order: Order, streets: Streets, codes: CodeTables, texts: Texts) {
  const { streetPid } = order;
  const of =
    <T>(column: ArrayLike<T>, none: T) =>
    (pid: number) =>
      pid === NO_STREET ? none : column[pid];
  const label = (street: { name: number; type: number; suffix: number }) =>
    texts.of(streetLabel(texts, codes.streetType, codes.streetSuffix, street));
  const aliases = csr(Array.from(streetPid, (pid) => [...new Set((streets.aliases.get(pid) ?? []).map(label))]));
  const labels = Uint32Array.from(streetPid, (pid) =>
    pid === NO_STREET ? 0 : label({ name: streets.name[pid], type: streets.type[pid], suffix: streets.suffix[pid] }),
  );
  return {
    localityStreetStart: localityStreetStart(order),
    streetName: Uint32Array.from(streetPid, of(streets.name, 0)),
    streetType: Uint16Array.from(streetPid, of(streets.type, 0)),
    streetSuffix: Uint8Array.from(streetPid, of(streets.suffix, 0)),
    streetLabel: labels,
    streetAddressStart: order.streetStart,
    streetAliasStart: aliases.start,
    streetAlias: aliases.values,
    ...recordSections(order, streets, texts, labels, aliases.start),
  };
}

/** The section `localityStreetStart`. O(streets). */
export function localityStreetStart({ streetLocality, localities }: Order): Uint32Array {
  const start = new Uint32Array(localities.length + 1);
  for (const locality of streetLocality) start[locality + 1]++;
  for (let i = 0; i < localities.length; i++) start[i + 1] += start[i];
  return start;
}

/** The sections `streetAnswer` and `streetText`. */
function recordSections(order: Order, streets: Streets, texts: Texts, labels: Uint32Array, aliasStart: Uint32Array) {
  const { streetPid } = order;
  const streetAnswer = new Uint32Array(streetPid.length * STREET_WORDS + 1);
  const table = new JsonTable();
  streetPid.forEach((pid, street) => {
    const at = street * STREET_WORDS;
    streetAnswer[at + STREET.locality] = order.streetLocality[street];
    if (pid === NO_STREET) {
      table.add('');
      return;
    }
    const id = insideOfString(streets.pids.text(pid));
    const name = insideOfString(texts.get(streets.name[pid]));
    const hasAliases = aliasStart[street + 1] > aliasStart[street];
    table.add(id + insideOfString(texts.get(labels[street])));
    streetAnswer[at + STREET.lengths] = packLengths(Buffer.byteLength(id), Buffer.byteLength(name), hasAliases);
    streetAnswer[at + STREET.codes] = packStreetCodes(
      streets.type[pid],
      streets.suffix[pid],
      streets.classification[pid],
    );
  });
  const { start, bytes } = table.sections();
  for (let street = 0; street < start.length; street++)
    streetAnswer[street * STREET_WORDS + STREET.text] = start[street];
  return { streetAnswer, streetText: bytes };
}
