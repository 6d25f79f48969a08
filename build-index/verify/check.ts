import type { AddressIndex } from '../../src/address/index/open.ts';
import { isOptional, type SectionName } from '../../src/address/index/sections.ts';

/** One question that `verify` asks of an index. */
export interface Check {
  /** The section that is at fault where the answer is no. */
  readonly section: SectionName | 'manifest';
  /** What holds in a sound index, as a clause. */
  readonly holds: string;
  /** The first place where it does not hold, with what was found and expected; null where it holds everywhere. */
  find(index: AddressIndex): string | null;
}

/** Checks that may be made in any order, and that trust the stages before theirs. */
export interface CheckStage {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** What is wrong with an index, in one section. */
export interface Fault {
  readonly section: SectionName | 'manifest';
  readonly message: string;
}

/** `at 17: 9, expected below 5`. */
export function at(position: number, found: unknown, expected: unknown): string {
  return `at ${position}: ${found}, expected ${expected}`;
}

/**
 * Asks all questions of a stage; the next stage only where the answers were yes, because it would
 * follow references that lead nowhere. `onStage` hears of each stage before it begins.
 */
export function findFaults(
  index: AddressIndex,
  stages: readonly CheckStage[],
  onStage: (stage: CheckStage) => void = () => {},
): readonly Fault[] {
  for (const stage of stages) {
    onStage(stage);
    const faults: Fault[] = [];
    for (const check of stage.checks) {
      const message = answer(check, index);
      if (message !== null) faults.push({ section: check.section, message });
    }
    if (faults.length > 0) return faults;
  }
  return [];
}

/** An index may be without a section that is optional: nothing is to be asked of it then. */
function answer(check: Check, index: AddressIndex): string | null {
  const { section } = check;
  if (section !== 'manifest' && isOptional(section) && !index.manifest.sections.some(({ name }) => name === section))
    return null;
  try {
    return check.find(index);
  } catch (error) {
    return `cannot tell whether ${check.holds}: ${error instanceof Error ? error.message : error}`;
  }
}
