import { isUtf8 } from 'node:buffer';
import { findId } from '../../../address/index/id-hash.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { JsonBytes } from '../../../address/operations/json-bytes.ts';
import { type Cell, cellText } from '../format/cell.ts';
import { withoutLineEnd } from '../format/csv-scan.ts';
import { formulasIn, toSafe } from '../format/csv-text.ts';
import { syntaxOf } from '../format/format.ts';
import { type ReadRow, type Row, rowReader } from '../format/row.ts';
import { rowWriter } from '../format/write-row.ts';
import { keyCells, keysOf, RECORD_WORDS, writeRecord } from '../group/keys.ts';
import type { Records } from '../input/cut.ts';
import { addressAt, oneLine } from '../lookup/address.ts';
import { answerCells } from '../lookup/answer-columns.ts';
import { wantedFields } from '../lookup/enrich-fields.ts';
import { fieldCell } from '../lookup/fields.ts';
import {
  type AddressColumn,
  type Answer,
  type BadLine,
  MATCH_QUALITIES,
  noAnswer,
  type Outcome,
  problemsOf,
} from '../lookup/job.ts';
import { enrichCells, reverseCells } from '../lookup/look-up.ts';
import { matchRow } from '../lookup/match-query.ts';
import { queryText } from '../lookup/query-text.ts';
import { type Example, type ExampleKind, examplePicker, shortened } from '../report/examples.ts';
import { classOf } from '../report/line-class.ts';
import { MOST_COLUMNS, TALLY_WORDS, writeTally } from '../report/tally.ts';
import { type Decision, decisionFor } from '../review/decisions.ts';
import { isDoubtful, REVIEW_COLUMNS, reviewCells } from '../review/review-row.ts';
import { foundWriter } from './found-rows.ts';
import { BAD_LINES, type Kept, type PieceResult, type Plan } from './plan.ts';

/** What is to be written of a piece: tally and groups as `writeTally` and `writeRecord` write them, examples as lines of JSON. */
export type Writings = Readonly<Record<Exclude<Kept, 'tally' | 'groups'>, Uint8Array<ArrayBuffer>>> &
  Readonly<Record<'tally' | 'groups', Uint32Array<ArrayBuffer>>>;

/** Works on the records of one stretch after the other. */
export type WorkOnPiece = (
  bytes: Uint8Array,
  records: Records,
) => { readonly writings: Writings } & Pick<PieceResult, 'bad' | 'dated'>;

/** What works on pieces in a thread. */
export function pieceWorker(index: AddressIndex, plan: Plan): WorkOnPiece {
  const same = plan.input.kind === plan.output.kind && delimiterOf(plan.input) === delimiterOf(plan.output);
  const read = rowReader(plan.input, plan.columns, plan.output.kind === 'ndjson');
  const write = rowWriter(plan.output, plan.columns, plan.added, same);
  const writeReview = plan.review === null ? null : rowWriter(plan.review, [], REVIEW_COLUMNS, false);
  const { terminator } = syntaxOf(plan.input);
  const writeFound = foundWriter(index, plan, same);
  const output = new JsonBytes();
  const picker = examplePicker();
  const used =
    plan.wanted.kind === 'match'
      ? plan.wanted.columns.filter(({ part }) => part !== 'country').slice(0, MOST_COLUMNS)
      : [];
  /** Qualities whose address is not filled in. */
  const hidden = new Set<Outcome>(MATCH_QUALITIES.slice(MATCH_QUALITIES.indexOf(plan.minQuality) + 1));
  const fields = wantedFields(plan.fields);

  return (bytes, { ends, lines, batches }) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const sound = isUtf8(buffer);
    const tally = new Uint32Array(ends.length * TALLY_WORDS);
    const bad: BadLine[] = [];
    const records = new Uint32Array(plan.grouping === null ? 0 : ends.length * RECORD_WORDS);
    let recorded = 0;
    output.reset();
    let review = '';
    let examples = '';
    let dated: number | null = null;
    /** The batch, and the bad lines of those before it. */
    let batch = 0;
    let badBefore = 0;
    for (let i = 0; i < ends.length; i++) {
      if (i === batches[batch]) {
        batch++;
        badBefore = bad.length;
      }
      const start = i === 0 ? 0 : ends[i - 1];
      const row = readRow(read, buffer, start, withoutLineEnd(buffer, start, ends[i], terminator), lines[i], sound);
      const { answer, doubtful } = answerRow(row);
      if (writeReview !== null && doubtful !== null) review += writeReview(NO_ROW, doubtful().map(toSafe));
      if (answer.dated) dated ??= row.line;
      const problem = problemsOf(row.problem, answer);
      if (problem !== null && (answer.outcome === 'bad line' || row.problem !== null))
        if (bad.length - badBefore < BAD_LINES) bad.push({ line: row.line, problem });
      const keys = plan.grouping === null ? null : keysOf(index, plan.grouping, answer, row.cells);
      if (keys !== null) {
        writeRecord(keys, row.line, records, recorded);
        recorded += RECORD_WORDS;
      }
      if (writeFound === null || !writeFound(output, row, answer)) {
        const keyed = plan.grouping === null ? [] : keyCells(index, plan.grouping, keys);
        output.utf8(write(row, answerCells(index, plan.wanted.kind, fields, answer, keyed, row.problem)));
      }
      const formulas = plan.output.kind === 'csv' ? formulasIn(row.cells) : 0;
      writeTally(index, answer, { blank: blanksOf(row, used), formulas }, tally, i * TALLY_WORDS);
      const kind = kindOf(answer);
      if (picker.isWanted(kind, row.line)) examples += `${JSON.stringify(exampleOf(kind, row, answer))}\n`;
    }
    const writings = {
      output: output.view().slice(),
      review: encoded(review),
      tally,
      groups: records.slice(0, recorded),
      examples: encoded(examples),
    };
    return { writings, bad, dated };
  };

  /** The answer to a row; and the row of the review file, where it should have one. */
  function answerRow(row: Row): { answer: Answer; doubtful: (() => Cell[]) | null } {
    const { wanted, decisions } = plan;
    const sure = (answer: Answer) => ({ answer, doubtful: null });
    if (!row.usable) return sure(noAnswer('bad line', row.problem));
    if (wanted.kind === 'reverse') return sure(reverseCells(index, row.cells, wanted));
    if (wanted.kind === 'enrich') return sure(enrichCells(index, row.cells, wanted));
    const query = queryText(row.cells, wanted);
    const decision = decisions.size === 0 ? undefined : decisionFor(decisions, query, row.line);
    if (decision !== undefined) return sure(decided(decision));
    const match = matchRow(index, row.cells, wanted, query);
    const answer = hidden.has(match.answer.outcome) ? { ...match.answer, ordinal: -1 } : match.answer;
    return { answer, doubtful: isDoubtful(answer) ? () => reviewCells(index, row.line, query, match) : null };
  }

  function kindOf(answer: Answer): ExampleKind {
    const { outcome } = answer;
    return outcome === 'none' || outcome === 'bad line' ? classOf(index, answer) : outcome;
  }

  function exampleOf(kind: ExampleKind, row: Row, answer: Answer): Example {
    const { wanted } = plan;
    const { ordinal, score, caps } = answer;
    const isText = wanted.kind === 'match' && row.usable;
    const given = isText ? queryText(row.cells, wanted) : row.cells.map(cellText).join(' ').trim();
    return {
      kind,
      line: row.line,
      score,
      given: shortened(given),
      found: ordinal < 0 ? '' : oneLine(addressAt(index, ordinal)),
      why: shortened(answer.problem ?? row.problem ?? caps.map((cap) => cap.replaceAll('_', ' ')).join(', ')),
    };
  }

  function decided({ id }: Decision): Answer {
    const ordinal = id === null ? -1 : findId(index, id);
    return ordinal < 0 ? noAnswer('none') : { ...noAnswer('decided'), ordinal };
  }
}

/** A bit for each of these columns in which a row says nothing. */
function blanksOf({ cells, usable }: Row, columns: readonly AddressColumn[]): number {
  let blank = 0;
  if (usable)
    for (let i = 0; i < columns.length; i++) if (cellText(fieldCell(cells, columns[i])).trim() === '') blank |= 1 << i;
  return blank >>> 0;
}

/** A row without columns of its own. */
const NO_ROW: Row = { line: 0, cells: [], text: null, problem: null, usable: true };

const NOT_UTF8 = 'not UTF-8: read as Windows-1252';
const western = new TextDecoder('windows-1252');

function readRow(read: ReadRow, buffer: Buffer, start: number, end: number, line: number, sound: boolean): Row {
  if (sound || isUtf8(buffer.subarray(start, end))) return read(buffer.toString('utf8', start, end), line);
  const row = read(western.decode(buffer.subarray(start, end)), line);
  return { ...row, problem: row.problem ?? NOT_UTF8 };
}

function delimiterOf(format: Plan['input']): string | null {
  return format.kind === 'csv' ? format.delimiter : null;
}

const encoder = new TextEncoder();

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}
