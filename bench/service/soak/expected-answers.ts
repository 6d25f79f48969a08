import type { AddressIndex } from '../../../src/address/index/open.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { recordAnswers } from '../http/record.ts';

/** The answer of an index to a request, computed without a server. */
interface ExpectedAnswer {
  readonly status: number;
  /** The body of a 200; for a refusal the code, since its body contains the request's id. */
  readonly body: string;
}

/** A request, with the answer of each release to it. */
export interface ExpectedAnswers {
  readonly target: string;
  /** The operation's index in `OPERATIONS`. */
  readonly operation: number;
  readonly answers: readonly ExpectedAnswer[];
  /** Whether the answer distinguishes the releases. */
  readonly differs: boolean;
}

/**
 * Requests of every operation about `count` random addresses of each index, and the answers of all
 * indexes: an id that only one of them has is a 404 from the others.
 */
export function expectedAnswers(indexes: readonly AddressIndex[], count: number, seed: number): ExpectedAnswers[] {
  const out = new JsonBytes();
  const operations = indexes.map(bindOperations);
  const targets = indexes.flatMap((index) => Object.entries(recordAnswers(index, count, seed)));
  return targets.flatMap(([path, recorded]) => {
    const route = ROUTES.find((each) => each.path === path)!;
    return recorded.map(({ target }) => {
      const answers = operations.map((each): ExpectedAnswer => {
        out.reset();
        const refusal = route.answer(each, target.slice(path.length + 1), out);
        if (refusal !== null) return { status: refusal.status, body: refusal.code };
        return { status: 200, body: Buffer.from(out.view()).toString('latin1') };
      });
      return {
        target,
        operation: route.metered,
        answers,
        differs: answers.some(({ body }) => body !== answers[0].body),
      };
    });
  });
}

/** Which of the releases gives this answer, by its position; -1 for none. Bodies in Latin-1. */
export function releaseOf({ answers }: ExpectedAnswers, status: number, body: string): number {
  return answers.findIndex(
    (expected) =>
      expected.status === status &&
      (status === 200
        ? expected.body === body
        : (JSON.parse(body) as { error: { code: string } }).error.code === expected.body),
  );
}
