/** The text around the answers to many queries. None of it depends on an answer. */
export interface AnswerForm {
  /** Before the first answer, between two of them, and after the last. */
  readonly open: string;
  readonly between: string;
  readonly close: string;
  /** Before and after each answer; `place` is that of its query. */
  readonly before: (place: number) => string;
  readonly after: string;
  /** In place of an answer; `body` is that of an error answer, with its braces. */
  readonly error: (place: number, status: number, body: string) => string;
}

const batch: Pick<AnswerForm, 'before' | 'after' | 'error'> = {
  before: () => '{"status":200,"result":',
  after: '}',
  error: (_, status, body) => `{"status":${status},${body.slice(1)}`,
};

/** Each answer with its status, on a line of its own (§12.3). */
export const LINES: AnswerForm = { ...batch, open: '', between: '\n', close: '\n' };

/** Each answer with its status, in an object with `total` (§12.3). */
export function resultsOf(total: number): AnswerForm {
  return { ...batch, open: '{"results":[', between: ',', close: `],"total":${total}}` };
}
