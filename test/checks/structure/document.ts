import type { SourceCounts } from './source-file.ts';

const WIDEST = 100;
/** What begins a fence of code, and what ends the text that a command writes. */
const FENCE = /^\s*```/;
const WRITTEN = /^<!-- .*: (begin|end) -->$/;
/** Tables, headings, HTML and indented code, and a line of one word: none of these can be broken. */
const UNBROKEN = /^(?:\s*\||#|\s*<| {4}|\s*\S+$)/;

/** Counts the lines of prose in a Markdown document that are too wide; `path` is from the root, with slashes. */
export function countDocument(path: string, text: string): SourceCounts {
  const wideProse: string[] = [];
  let isCode = false;
  let isWritten = false;
  for (const [i, line] of text.split('\n').entries()) {
    const mark = WRITTEN.exec(line)?.[1];
    if (mark !== undefined) isWritten = mark === 'begin';
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode && !isWritten && !UNBROKEN.test(line) && [...line].length > WIDEST)
      wideProse.push(`${path}:${i + 1} prose`);
  }
  return { ...NOTHING, file: path, wideProse };
}

const NOTHING: Omit<SourceCounts, 'file' | 'wideProse'> = {
  lines: 0,
  imports: [],
  manyParameters: [],
  longFunctions: [],
  moduleState: [],
  exportedState: [],
  limits: [],
  wideComments: [],
  forTests: [],
};
