import type { AddressIndex } from '../../../src/address/index/open.ts';
import { type Answer, Asker } from '../accuracy/asker.ts';
import { agrees } from '../accuracy/real/agreement.ts';
import { localityReader } from '../accuracy/real/locality-names.ts';
import type { Asked } from './asked.ts';
import type { AnsweredQuery, AnswerRecord } from './record-file.ts';

/** Asks every query through the operations' JSON; autocomplete for five suggestions. */
export function recordAnswers(index: AddressIndex, asked: readonly Asked[]): AnswerRecord {
  const asker = new Asker(index);
  const localityOf = localityReader(index);
  const records: [string, string][] = [];
  const positions = new Map<string, number>();
  const positionOf = ({ id, text }: Answer): number => {
    const known = positions.get(id);
    if (known !== undefined) return known;
    positions.set(id, records.length);
    return records.push([id, text]) - 1;
  };
  const isRight = ({ q, truth }: Asked, answer: Answer): boolean => {
    if ('text' in truth) return answer.text === truth.text;
    const real = { q, ...truth };
    return agrees(real, answer, []) || agrees(real, answer, localityOf(answer).aliases);
  };
  const queries = asked.map((it): AnsweredQuery => {
    const { operation, source, q, truth } = it;
    const match = operation === 'validate' ? asker.validate(q) : null;
    const list = operation === 'autocomplete' ? asker.autocomplete(q) : match === null ? [] : [match];
    return {
      operation,
      source,
      q,
      truth,
      answers: list.map((answer) => [positionOf(answer), answer.serviceMatchScore, answer.serviceMatchQuality]),
      right: list.findIndex((answer) => isRight(it, answer)),
    };
  });
  return { release: index.manifest.release, addresses: index.manifest.addresses, records, queries };
}
