import { createHash } from 'node:crypto';
import type { Suggestions, Validated } from '../sample.ts';

/** An operation, and how it is asked: `autocomplete`, `autocomplete limit=10`, `validate`. */
export type Asked = string;

/** A query and its answer, in one line of the file. */
interface AnsweredQuery {
  readonly q: string;
  /** What is answered (see {@link suggestionsText}); empty where nothing is. */
  readonly answer: string;
}

/** The queries of a class to an operation, sorted. */
export interface Section {
  readonly name: string;
  readonly asked: Asked;
  readonly lines: readonly AnsweredQuery[];
}

/** The whole file: which release it was answered from, and the sections in the order of the classes. */
export interface AnswerFile {
  readonly release: string;
  readonly sections: readonly Section[];
}

/** An answer that is another than the file's. */
export interface Moved {
  readonly section: Section;
  readonly q: string;
  readonly was: string;
  readonly is: string;
}

const RELEASE = /^release (.+)$/;
const HEADER = /^## (.+) \| (.+) \| (\d+) queries \| ([0-9a-f]{12})$/;

/** The file's text: a heading for each section, with the digest of its lines. */
export function formatAnswers({ release, sections }: AnswerFile): string {
  const texts = sections.map(({ name, asked, lines }) => {
    const body = lines.map(formatLine);
    return [`## ${name} | ${asked} | ${body.length} queries | ${digest(body)}`, ...body, ''].join('\n');
  });
  return [`release ${release}`, '', ...texts].join('\n');
}

/**
 * Reads what {@link formatAnswers} wrote.
 *
 * @throws Error that names the line where it is no such text, or where a section's digest is not that of its lines
 */
export function parseAnswers(text: string): AnswerFile {
  const rows = text.split('\n');
  const release = RELEASE.exec(rows[0])?.[1];
  if (release === undefined) throw new Error(`line 1: expected "release …", not ${JSON.stringify(rows[0])}`);
  const sections: Section[] = [];
  for (let at = 2; at < rows.length; at++) {
    const header = HEADER.exec(rows[at]);
    if (header === null) throw new Error(`line ${at + 1}: expected a heading, not ${JSON.stringify(rows[at])}`);
    const [, name, asked, count, held] = header;
    const body = rows.slice(at + 1, at + 1 + Number(count));
    if (digest(body) !== held)
      throw new Error(`line ${at + 1}: the digest of these lines is ${digest(body)}, not ${held}`);
    sections.push({ name, asked, lines: body.map(parseLine) });
    at += body.length + 1;
    if (at === rows.length - 1) break;
  }
  return { release, sections };
}

/** What moved between two files of the same queries. */
export function movedAnswers(before: AnswerFile, after: AnswerFile): Moved[] {
  return before.sections.flatMap((section, i) =>
    section.lines.flatMap(({ q, answer }, j) => {
      const is = after.sections[i].lines[j].answer;
      return is === answer ? [] : [{ section, q, was: answer, is }];
    }),
  );
}

/** What moved, to be read: the classes with their counts, then at most `most` queries with what was and what is. */
export function describeMoved(moved: readonly Moved[], most: number): string {
  const sections = [...new Set(moved.map(({ section }) => section))];
  const counts = sections.map((section) => {
    const count = moved.filter((it) => it.section === section).length;
    return `${count} of ${section.lines.length}  ${section.name} | ${section.asked}`;
  });
  const queries = moved.slice(0, most).map(({ section, q, was, is }) => {
    return `${section.name} | ${section.asked}\n  ${q}\n    was ${was || 'nothing'}\n    is  ${is || 'nothing'}`;
  });
  const more = moved.length > most ? [`… and ${moved.length - most} more`] : [];
  return [...counts, '', ...queries, ...more].join('\n');
}

/**
 * `3 HIGH STREET, DERBY TAS 7264 (98 high); 5 … (91 high) #1a2b`: the answers in their order, of each one after the first
 * only the words before those it shares with the one before, and at last a digest of the ids.
 */
export function suggestionsText({ suggestions, total }: Suggestions): string {
  if (suggestions.length === 0) return total === 0 ? '' : `none of ${total}`;
  const texts = suggestions.map(lineOf);
  const shown = suggestions.map(
    ({ serviceMatchScore, serviceMatchQuality }, i) =>
      `${i === 0 ? texts[0] : withoutShared(texts[i], texts[i - 1])} (${serviceMatchScore} ${serviceMatchQuality})`,
  );
  const of = total === suggestions.length ? '' : ` of ${total}`;
  return `${shown.join('; ')}${of} #${idDigest(suggestions.map(({ id }) => id))}`;
}

/** The same for an answer of validate. */
export function matchText({ match, serviceMatchScore, serviceMatchQuality }: Validated): string {
  if (match === null) return serviceMatchScore === 0 ? '' : `nothing (${serviceMatchScore} ${serviceMatchQuality})`;
  return `${lineOf(match)} (${serviceMatchScore} ${serviceMatchQuality}) #${idDigest([match.id])}`;
}

type Place = Omit<NonNullable<Validated['match']>, 'id'>;

function lineOf({ addressLabel, localityName, state, postcode }: Place): string {
  return `${addressLabel}, ${[localityName, state, postcode].filter((part) => part !== null).join(' ')}`;
}

function withoutShared(text: string, before: string): string {
  const [words, known] = [text.split(' '), before.split(' ')];
  let shared = 0;
  while (shared < words.length && words.at(-1 - shared) === known.at(-1 - shared)) shared++;
  return shared < 2 ? text : [...words.slice(0, words.length - shared), '…'].join(' ');
}

function idDigest(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 4);
}

function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
}

// A query may hold any character: tabs and line ends are escaped as JSON does.
function formatLine({ q, answer }: AnsweredQuery): string {
  return `${JSON.stringify(q).slice(1, -1)}\t${answer}`;
}

function parseLine(row: string): AnsweredQuery {
  const [q, answer] = row.split('\t');
  return { q: JSON.parse(`"${q}"`), answer };
}
