import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import { InvalidParameters } from '../../../address/operations/call/invalid-parameters.ts';
import {
  DIALECTS,
  type DialectLabel,
  NOMINATIM_REVERSE,
  NOMINATIM_SEARCH,
  PHOTON_REVERSE,
  PHOTON_SEARCH,
} from '../../../address/operations/table/dialects.ts';
import type { ParameterTable } from '../../../address/operations/table/parameters.ts';
import { TABLE } from '../../../address/operations/table/table.ts';
import { OPERATIONS } from '../../admission/costs.ts';
import { OPERATION_LABELS } from '../../telemetry/worker-counts.ts';
import { invalidParameters } from '../errors.ts';
import type { DataDoor, Manner } from '../handlers/data-request.ts';
import { parseParameters } from '../parameters.ts';
import { presentedKey } from '../request-head.ts';
import { DATA } from '../response/head.ts';
import type { UwsApp, UwsRequest, UwsResponse } from '../uws.ts';
import { nominatimReverse, nominatimSearch } from './nominatim.ts';
import { photonReverse, photonSearch } from './photon.ts';

function door<P>(
  label: DialectLabel,
  table: ParameterTable<P>,
  answerTo: (parameters: P, operations: Operations) => object,
): DataDoor {
  const row = DIALECTS.find((each) => each.label === label)!;
  return {
    operation: label,
    place: OPERATION_LABELS.indexOf(label),
    metered: OPERATIONS.indexOf(row.costs),
    cost: TABLE.find(({ name }) => name === row.costs)!.cost,
    answer(operations, query, out) {
      const parsed = parseParameters(table, query);
      if (parsed instanceof InvalidParameters) return invalidParameters(parsed.details);
      out.utf8(JSON.stringify(answerTo(parsed, operations)));
      return null;
    },
  };
}

const DOORS: readonly DataDoor[] = [
  door('photonSearch', PHOTON_SEARCH, photonSearch),
  door('photonReverse', PHOTON_REVERSE, photonReverse),
  door('nominatimSearch', NOMINATIM_SEARCH, nominatimSearch),
  door('nominatimReverse', NOMINATIM_REVERSE, nominatimReverse),
];

const BASIC = /^basic +([A-Za-z0-9+/]+=*)$/i;

/**
 * The key of a request in a dialect: that of any other route, or, since geocoders' clients can often
 * send no header, any key as the name of HTTP basic authentication. `X-Api-Key` counts over it.
 */
function keyOrName(request: UwsRequest): string | null {
  const [, credentials] =
    request.getHeader('x-api-key') === '' ? (BASIC.exec(request.getHeader('authorization')) ?? []) : [];
  if (credentials === undefined) return presentedKey(request);
  return Buffer.from(credentials, 'base64').toString('latin1').split(':', 1)[0]!;
}

/** How keys are read here; headers are those of the data routes. */
export const BY_NAME: Manner = { keyOf: keyOrName, lines: DATA, errorLines: DATA };

/** Adds the routes in the dialects of other geocoders (§12.19, §12.20), each with a slash at its end too. */
export function addDialects(
  app: UwsApp,
  answer: (door: DataDoor, response: UwsResponse, request: UwsRequest, head: boolean) => void,
  preflight: (response: UwsResponse, request: UwsRequest) => void,
): void {
  for (const each of DOORS) {
    const { path } = DIALECTS.find(({ label }) => label === each.operation)!;
    for (const place of [path, `${path}/`]) {
      app.get(place, (response, request) => answer(each, response, request, false));
      app.head(place, (response, request) => answer(each, response, request, true));
      app.options(place, preflight);
    }
  }
}
