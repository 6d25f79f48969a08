import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { type Answer, Asker, localityReader } from '../accuracy/asker.ts';
import { agrees } from '../accuracy/real/agreement.ts';
import type { Asked } from './asked.ts';

/** A returned record: its position in {@link AnswerRecord.records}, its score and quality. */
type Answered = readonly [record: number, score: number, quality: string];

/** A query with its answers, best first. */
export interface AnsweredQuery extends Asked {
  readonly answers: readonly Answered[];
  /** Position of the first right answer; -1 if none is right. */
  readonly right: number;
}

/** The answers of one version of the search to a fixed set of queries on one release. */
export interface AnswerRecord {
  readonly release: string;
  readonly addresses: number;
  /** Every returned record once: its id, and its line as `answerText` writes it. */
  readonly records: readonly (readonly [id: string, text: string])[];
  readonly queries: readonly AnsweredQuery[];
}

const FORMAT = 'letterbox answers 1';

/** Writes gzipped JSON lines: the format and sizes, then the records, then the queries. */
export function writeRecord(path: string, { release, addresses, records, queries }: AnswerRecord): void {
  const head = { format: FORMAT, release, addresses, records: records.length, queries: queries.length };
  const lines = [head, ...records, ...queries].map((line) => JSON.stringify(line));
  writeFileSync(path, gzipSync(`${lines.join('\n')}\n`));
}

/** @throws Error naming the file if it is not a record of answers, or is cut short */
export function readRecord(path: string): AnswerRecord {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  const { format, release, addresses, ...sizes } = JSON.parse(lines[0]);
  if (format !== FORMAT) throw new Error(`${path}: expected "${FORMAT}", not ${JSON.stringify(format)}`);
  const firstQuery = 1 + sizes.records;
  const end = firstQuery + sizes.queries;
  if (lines.length !== end + 1) throw new Error(`${path}: expected ${end} lines, found ${lines.length - 1}`);
  const parsed = <T>(from: number, to: number) => lines.slice(from, to).map((line) => JSON.parse(line) as T);
  return { release, addresses, records: parsed(1, firstQuery), queries: parsed(firstQuery, end) };
}

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
