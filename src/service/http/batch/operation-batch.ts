import type { Admit } from '../../admission/admit.ts';
import { invalidParameters } from '../errors.ts';
import { MOST_BODY_BYTES, presentedKey } from '../request-head.ts';
import { DATA, DATA_LINES } from '../response/head.ts';
import type { Ask, BatchOperation } from '../routes.ts';
import type { BatchKind } from './batch-kind.ts';
import { LINES, resultsOf } from './batch-kind.ts';
import { BodyParser } from './body-parser.ts';

/** Batches of an operation: each query is a string or an object of its parameters (§12.3). */
export function operationBatch({ label, route }: BatchOperation, admit: Admit): BatchKind {
  const { metered, cost, row } = route;
  const name = row.parameters.names[0]!;
  const text = JSON.stringify(row.parameters.rules[name]!.example);
  const repeated = invalidParameters({ [name]: ['stands in an object with a name that is given twice'] });
  return {
    label,
    metered,
    admit,
    mostBytes: MOST_BODY_BYTES,
    keyOf: presentedKey,
    lines: DATA,
    subject: 'body',
    shapes: `must be a JSON array of queries, [${text}, {"${name}": ${text}}], or a line of JSON for each query`,
    begin() {
      const asks: Ask[] = [];
      const parser = new BodyParser(
        (query, isRepeated) => void asks.push(isRepeated ? () => repeated : route.read(query)),
      );
      const asked = () => ({
        label,
        metered,
        cost,
        asks,
        form: parser.lines ? LINES : resultsOf(asks.length),
        lines: parser.lines ? DATA_LINES : DATA,
      });
      return { parser, asked };
    },
  };
}
