import type { TestRun } from './run-tests.ts';

/** What a test file is taken to cost until it has run, seconds. */
const UNKNOWN = 3;

/** In which order test files run, by what is learnt of them: a change that is noticed shall be noticed soon. */
export class TestOrder {
  private readonly noticed = new Map<string, number>();
  private readonly seconds = new Map<string, number>();
  /** Whether a test file passes without a change; those that have failed are asked. */
  private readonly passes = new Map<string, boolean>();

  /** First what noticed changes of this file before, then what is quick, near before far; none that cannot pass. */
  sorted(file: string, tests: readonly string[]): string[] {
    const cost = (test: string, at: number) =>
      ((this.seconds.get(test) ?? UNKNOWN) * (1 + at / 4)) / (1 + 4 * (this.noticed.get(`${file} ${test}`) ?? 0));
    return tests
      .map((test, at) => ({ test, cost: cost(test, at) }))
      .filter(({ test }) => this.passes.get(test) !== false)
      .sort((a, b) => a.cost - b.cost)
      .map(({ test }) => test);
  }

  /** Learns from a run. Answers the test file that failed, if it is not known yet whether it passes otherwise. */
  note(file: string, { files }: TestRun): string | null {
    let doubtful: string | null = null;
    for (const { path, seconds, failed } of files) {
      if (!failed) this.seconds.set(path, seconds);
      else if (!this.passes.has(path)) doubtful = path;
      else this.noticed.set(`${file} ${path}`, 1 + (this.noticed.get(`${file} ${path}`) ?? 0));
    }
    return doubtful;
  }

  /** Learns whether a test file passes without a change, and answers that. */
  tell(test: string, passes: boolean): boolean {
    this.passes.set(test, passes);
    return passes;
  }
}
