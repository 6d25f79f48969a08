/** In which order test files run, by what is learnt of them: a change that is noticed shall be noticed soon. */
export class TestOrder {
  readonly #noticed = new Map<string, number>();

  /** First what noticed changes of this file before, then what is quick, near before far. Seconds are those of each test. */
  sorted<T extends { readonly path: string; readonly seconds: number }>(file: string, tests: readonly T[]): T[] {
    const cost = ({ path, seconds }: T, at: number) =>
      ((seconds + 0.5) * (1 + at / 4)) / (1 + 4 * (this.#noticed.get(`${file} ${path}`) ?? 0));
    return tests
      .map((test, at) => ({ test, cost: cost(test, at) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ test }) => test);
  }

  /** Learns that a test noticed a change of a file. */
  note(file: string, test: string): void {
    const of = `${file} ${test}`;
    this.#noticed.set(of, 1 + (this.#noticed.get(of) ?? 0));
  }
}
