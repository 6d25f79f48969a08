import type { AddressIndex } from '../../address/index/open.ts';
import { type Absence, absentChanges, absentId } from '../../address/operations/absence.ts';
import { autocomplete } from '../../address/operations/autocomplete.ts';
import { changes } from '../../address/operations/changes.ts';
import { enrich } from '../../address/operations/enrich.ts';
import type { JsonBytes } from '../../address/operations/json-bytes.ts';
import { lookupLocality } from '../../address/operations/lookup-locality.ts';
import { lookupPostcode } from '../../address/operations/lookup-postcode.ts';
import { lookupStreet } from '../../address/operations/lookup-street.ts';
import { lookupSuburb } from '../../address/operations/lookup-suburb.ts';
import { reverse } from '../../address/operations/reverse.ts';
import type { OperationName, ParametersOf } from '../../address/operations/table/table.ts';
import { validate } from '../../address/operations/validate.ts';
import type { Operations } from './routes.ts';

type Handlers = {
  readonly [N in OperationName]: (
    index: AddressIndex,
    ...asked: Parameters<Operations[N]>
  ) => ReturnType<Operations[N]>;
};

const HANDLERS: Handlers = {
  autocomplete,
  validate,
  enrich,
  reverse,
  lookupPostcode,
  lookupSuburb,
  lookupLocality,
  lookupStreet,
  changes,
};

/** For operations that can find nothing: the reason, if it is known. */
const ABSENCES: {
  readonly [N in OperationName]?: (index: AddressIndex, parameters: ParametersOf<N>) => Absence | null;
} = { enrich: absentId, changes: absentChanges };

/** The operations over one open index. */
export function bindOperations(index: AddressIndex): Operations {
  type Handler = (index: AddressIndex, parameters: unknown, out: JsonBytes) => unknown;
  const bound = Object.entries(HANDLERS as Readonly<Record<string, Handler>>).map(
    ([name, handler]) => [name, (parameters: unknown, out: JsonBytes) => handler(index, parameters, out)] as const,
  );
  const absence: Operations['absence'] = (name, parameters) =>
    (ABSENCES[name] as ((index: AddressIndex, parameters: unknown) => Absence | null) | undefined)?.(
      index,
      parameters,
    ) ?? null;
  return { ...Object.fromEntries(bound), absence } as unknown as Operations;
}
