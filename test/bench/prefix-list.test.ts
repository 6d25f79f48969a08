import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrefixList } from '../../bench/address/accuracy/autocomplete/prefix-list.ts';

const line = fc.stringMatching(/^[ABC]{1,6}$/);

describe('plain prefix list', () => {
  it('counts characters as a sorted list of all lines does that is filtered at every keystroke', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 60 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(1, 2, 5),
        (lines, picks, place) => {
          const targets = picks.map((pick) => lines[pick % lines.length]);
          const list = new PrefixList(targets);
          for (const it of lines) list.add(it);
          const sorted = [...new Set(lines)].sort();
          for (const target of targets) {
            let typed = 1;
            while (sorted.filter((it) => it.startsWith(target.slice(0, typed))).indexOf(target) >= place) typed++;
            expect(list.charactersUntil(target, place)).toBe(typed);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
