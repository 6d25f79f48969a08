import { lowerBound } from '../../src/index/address.ts';
import { HAS_ALIASES, HAS_SECONDARIES } from '../../src/index/address-flags.ts';
import { at, type Check } from './check.ts';

/** Aliases and principals, primaries and secondaries, and the flags that announce them. */
export const LINK_CHECKS: readonly Check[] = [
  {
    section: 'aliasAddress',
    holds: 'aliases ascend',
    find({ columns: { aliasAddress } }) {
      for (let i = 1; i < aliasAddress.length; i++)
        if (aliasAddress[i] <= aliasAddress[i - 1]) return at(i, aliasAddress[i], `above ${aliasAddress[i - 1]}`);
      return null;
    },
  },
  pairOrderCheck('principalAddress', 'principalAlias'),
  pairOrderCheck('primaryAddress', 'primarySecondary'),
  {
    section: 'principalAlias',
    holds: 'it has the pairs of aliasAddress and aliasPrincipal',
    find({ columns: { aliasAddress, aliasPrincipal, principalAddress, principalAlias } }) {
      for (let i = 0; i < principalAlias.length; i++) {
        const alias = lowerBound(aliasAddress, principalAlias[i]);
        if (aliasAddress[alias] !== principalAlias[i]) return at(i, principalAlias[i], 'an alias of aliasAddress');
        if (aliasPrincipal[alias] !== principalAddress[i])
          return at(
            i,
            `alias ${principalAlias[i]} of principal ${principalAddress[i]}`,
            `principal ${aliasPrincipal[alias]}, as aliasPrincipal has it`,
          );
      }
      return null;
    },
  },
  flagCheck('principalAddress', HAS_ALIASES, 'HAS_ALIASES'),
  flagCheck('primaryAddress', HAS_SECONDARIES, 'HAS_SECONDARIES'),
];

function pairOrderCheck(
  section: 'principalAddress' | 'primaryAddress',
  second: 'principalAlias' | 'primarySecondary',
): Check {
  return {
    section,
    holds: `its pairs with ${second} ascend`,
    find({ columns }) {
      const from = columns[section];
      const to = columns[second];
      for (let i = 1; i < from.length; i++)
        if (from[i] < from[i - 1] || (from[i] === from[i - 1] && to[i] <= to[i - 1]))
          return at(i, `${from[i]}, ${to[i]}`, `above ${from[i - 1]}, ${to[i - 1]}`);
      return null;
    },
  };
}

function flagCheck(section: 'principalAddress' | 'primaryAddress', flag: number, name: string): Check {
  return {
    section: 'addressFlags',
    holds: `${name} is set for the addresses of ${section}, and for no other`,
    find({ columns }) {
      const { addressFlags } = columns;
      const marked = columns[section];
      let next = 0;
      for (let ordinal = 0; ordinal < addressFlags.length; ordinal++) {
        const expected = marked[next] === ordinal;
        while (marked[next] === ordinal) next++;
        if (((addressFlags[ordinal] & flag) !== 0) !== expected)
          return at(ordinal, `${name} ${expected ? 'unset' : 'set'}`, `${expected ? 'set' : 'unset'} by ${section}`);
      }
      return null;
    },
  };
}
