import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import { InvalidParameters } from '../../../address/operations/call/invalid-parameters.ts';
import type { ParameterTable } from '../../../address/operations/table/parameters.ts';
import {
  PREVIEW_PARAMETERS,
  PROPOSE_PARAMETERS,
  type ReconciliationLabel,
  SUGGEST_PARAMETERS,
} from '../../../address/operations/table/reconciliation.ts';
import { OPERATION_LABELS } from '../../telemetry/worker-counts.ts';
import { type ErrorAnswer, invalidParameters, notFound } from '../errors.ts';
import type { DataDoor } from '../handlers/data-request.ts';
import { parseParameters } from '../parameters.ts';
import { enriched } from './answers.ts';
import { baseOf, manifestOf } from './manifest.ts';
import { previewPage } from './preview.ts';
import { chargeOf } from './reconcile-batch.ts';
import { proposeProperties, suggestEntities, suggestProperties, suggestTypes } from './suggestions.ts';

/** A resource of the service that is answered at once. */
function door<P>(
  label: ReconciliationLabel,
  table: ParameterTable<P>,
  textOf: (parameters: P, operations: Operations) => string | ErrorAnswer,
): DataDoor {
  const { metered, cost } = chargeOf(label);
  return {
    operation: label,
    place: OPERATION_LABELS.indexOf(label),
    metered,
    cost,
    ...(cost === 0 && { part: 'head' }),
    answer(operations, query, out) {
      const parsed = parseParameters(table, query);
      if (parsed instanceof InvalidParameters) return invalidParameters(parsed.details);
      const text = textOf(parsed, operations);
      if (typeof text !== 'string') return text;
      out.utf8(text);
      return null;
    },
  };
}

/** The manifest, for whichever release is served. */
export function manifestDoor(release: () => string): DataDoor {
  const { metered, cost } = chargeOf('reconcileManifest');
  return {
    operation: 'reconcileManifest',
    place: OPERATION_LABELS.indexOf('reconcileManifest'),
    metered,
    cost,
    part: 'head',
    answer(_operations, _query, out, request) {
      out.utf8(JSON.stringify(manifestOf(baseOf(request), release())));
      return null;
    },
  };
}

/** The parts that answer with JSON, by their labels. */
export const JSON_DOORS: readonly DataDoor[] = [
  door('reconcileSuggestEntity', SUGGEST_PARAMETERS, ({ prefix, cursor }, operations) =>
    JSON.stringify(suggestEntities(operations, prefix ?? '', cursor)),
  ),
  door('reconcileSuggestProperty', SUGGEST_PARAMETERS, ({ prefix, cursor }) =>
    JSON.stringify(suggestProperties(prefix ?? '', cursor)),
  ),
  door('reconcileSuggestType', SUGGEST_PARAMETERS, ({ prefix, cursor }) =>
    JSON.stringify(suggestTypes(prefix ?? '', cursor)),
  ),
  door('reconcilePropose', PROPOSE_PARAMETERS, ({ limit }) => JSON.stringify(proposeProperties(limit))),
];

/** The preview, a page. */
export const PREVIEW_DOOR: DataDoor = door('reconcilePreview', PREVIEW_PARAMETERS, ({ id }, operations) => {
  const document = enriched(operations, id);
  return document === null ? notFound(`Address not found: ${id}`) : previewPage(document);
});
