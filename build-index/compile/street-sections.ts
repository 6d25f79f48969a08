import { NO_STREET } from './addresses.ts';
import type { CodeTables } from './code-table.ts';
import { csr } from './locality-sections.ts';
import type { Order } from './order.ts';
import { type Streets, streetLabel } from './streets.ts';
import type { Texts } from './texts.ts';

/** The sections `street…`, counts apart, and the localities' runs of streets. */
export function streetSections(order: Order, streets: Streets, codes: CodeTables, texts: Texts) {
  const { streetPid, streetLocality, localities } = order;
  const of =
    <T>(column: ArrayLike<T>, none: T) =>
    (pid: number) =>
      pid === NO_STREET ? none : column[pid];
  const label = (street: { name: number; type: number; suffix: number }) =>
    texts.of(streetLabel(texts, codes.streetType, codes.streetSuffix, street));
  const aliases = csr(Array.from(streetPid, (pid) => [...new Set((streets.aliases.get(pid) ?? []).map(label))]));
  const localityStreetStart = new Uint32Array(localities.length + 1);
  for (const locality of streetLocality) localityStreetStart[locality + 1]++;
  for (let i = 0; i < localities.length; i++) localityStreetStart[i + 1] += localityStreetStart[i];
  return {
    localityStreetStart,
    streetName: Uint32Array.from(streetPid, of(streets.name, 0)),
    streetType: Uint16Array.from(streetPid, of(streets.type, 0)),
    streetSuffix: Uint8Array.from(streetPid, of(streets.suffix, 0)),
    streetClass: Uint8Array.from(streetPid, of(streets.classification, 0)),
    streetId: Uint32Array.from(streetPid, (pid) => (pid === NO_STREET ? 0 : texts.of(streets.pids.text(pid)))),
    streetLocality,
    streetLabel: Uint32Array.from(streetPid, (pid) =>
      pid === NO_STREET ? 0 : label({ name: streets.name[pid], type: streets.type[pid], suffix: streets.suffix[pid] }),
    ),
    streetAddressStart: order.streetStart,
    streetAliasStart: aliases.start,
    streetAlias: aliases.values,
  };
}
