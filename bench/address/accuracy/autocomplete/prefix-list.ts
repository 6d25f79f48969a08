/**
 * Lines kept of those that sort before a target: five are enough to know its place among the first
 * five.
 */
const KEPT_BEFORE = 5;

/**
 * What a plain list of lines, sorted by their characters, would show: how many characters of a
 * target must be typed until it is first, or among the first five, of the lines that begin with
 * what is typed. Reads all lines once in any order and keeps few: `add` is O(log targets).
 */
export class PrefixList {
  private readonly targets: readonly string[];
  /** The last lines between each target and the target before it, in descending order. */
  private readonly before: string[][];

  constructor(targets: Iterable<string>) {
    this.targets = [...new Set(targets)].sort(byCharacters);
    this.before = this.targets.map(() => []);
  }

  /** Adds a line of the list. Equal lines count once. */
  add(line: string): void {
    const at = this.firstAfter(line);
    if (at === this.targets.length || this.targets[at] === line) return;
    const kept = this.before[at];
    if (kept.length === KEPT_BEFORE && byCharacters(line, kept[KEPT_BEFORE - 1]) <= 0) return;
    if (kept.includes(line)) return;
    kept.push(line);
    kept.sort((a, b) => byCharacters(b, a));
    if (kept.length > KEPT_BEFORE) kept.pop();
  }

  /** Characters of a target that must be typed until it is at `place` or earlier (1: first). */
  charactersUntil(target: string, place: number): number {
    let at = this.firstAfter(target);
    const before: string[] = [];
    for (; at >= 0 && before.length < place; at--) {
      before.push(...this.before[at]);
      if (at > 0) before.push(this.targets[at - 1]);
    }
    const rival = before[place - 1];
    return rival === undefined ? 1 : commonPrefix(target, rival) + 1;
  }

  /** Position of the first target that does not sort before a line. */
  private firstAfter(line: string): number {
    let low = 0;
    let high = this.targets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byCharacters(this.targets[middle], line) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function byCharacters(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function commonPrefix(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}
