import { RECONCILIATION, type ReconciliationLabel } from '../../../address/operations/table/reconciliation.ts';
import { TABLE } from '../../../address/operations/table/table.ts';
import type { Admit } from '../../admission/admit.ts';
import { OPERATIONS } from '../../admission/costs.ts';
import type { BatchKind, BatchQueries } from '../batch/batch-kind.ts';
import type { ErrorAnswer } from '../errors.ts';
import { OPEN_DATA } from '../response/head.ts';
import type { Ask } from '../routes.ts';
import { type Extension, extend, readExtension, rowsOf } from './extension.ts';
import { FormParser } from './form-parser.ts';
import { reconciliationKey } from './keys.ts';
import { readQuery } from './queries.ts';

/** The most queries of a request, which the manifest says. */
export const MOST_RECONCILED = 50;

/** The largest form, in bytes: that many queries with several properties each, percent-encoded. */
export const MOST_FORM_BYTES = 256 << 10;

/**
 * The operation that a part of the service is charged as: its place in `OPERATIONS`, and its cost.
 */
export function chargeOf(label: ReconciliationLabel): Pick<BatchQueries, 'label' | 'metered' | 'cost'> {
  const costs = RECONCILIATION.find((part) => part.label === label)?.costs ?? null;
  const row = TABLE.find(({ name }) => name === costs);
  return { label, metered: OPERATIONS.indexOf(row?.name ?? 'validate'), cost: row?.cost ?? 0 };
}

const RECONCILE = chargeOf('reconcile');
const EXTEND = chargeOf('reconcileExtend');

/**
 * Batches of reconciliation queries, and data extension queries, in a form or in a query string
 * (`subject` names which).
 */
export function reconcileBatch(admit: Admit, subject: 'body' | 'query'): BatchKind {
  return {
    label: RECONCILE.label,
    metered: RECONCILE.metered,
    admit,
    subject,
    lines: OPEN_DATA,
    mostBytes: MOST_FORM_BYTES,
    keyOf: reconciliationKey,
    shapes:
      'must be a form (application/x-www-form-urlencoded) with queries={"q0":{"query":"…"}} or extend={"ids":["…"],"properties":[{"id":"…"}]}',
    begin() {
      const names: string[] = [];
      const asks: Ask[] = [];
      const reading = readExtension();
      const parser = new FormParser({
        queries(name, value) {
          if (asks.length === MOST_RECONCILED) return `has more than ${MOST_RECONCILED} queries`;
          names.push(name);
          asks.push(readQuery(value));
          return null;
        },
        extend: reading.take,
      });
      return {
        parser,
        asked: () => (parser.field === 'extend' ? extended(reading.extension()) : reconciled(names, asks)),
      };
    },
  };
}

function reconciled(names: readonly string[], asks: readonly Ask[]): BatchQueries {
  const member = (place: number) => `${JSON.stringify(names[place])}:`;
  const form = {
    open: '{',
    between: ',',
    close: '}',
    before: member,
    after: '',
    error: (place: number, _status: number, body: string) => `${member(place)}{"result":[],${body.slice(1)}`,
  };
  return { ...RECONCILE, asks, form, lines: OPEN_DATA };
}

function extended(extension: Extension | ErrorAnswer): BatchQueries | ErrorAnswer {
  if ('code' in extension) return extension;
  const asks = extension.ids.map((id) => extend(id, extension.fields));
  return { ...EXTEND, asks, form: rowsOf(extension), lines: OPEN_DATA };
}
