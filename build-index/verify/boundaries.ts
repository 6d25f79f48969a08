import { NO_AREA } from '../../src/index/sections.ts';
import { at, type Check, firstDifference } from './check.ts';
import { firstRepeat, mixed, SEED } from './distinct.ts';
import { fragment } from './text-order.ts';

const SA2_MEMBERS = ['sa2', 'sa3', 'sa4', 'gccsa'];

/** Boundary sets, areas, mesh blocks and statistical areas. */
export const BOUNDARY_CHECKS: readonly Check[] = [
  {
    section: 'boundarySetMeshBlock',
    holds: 'every set is there once',
    find({ columns }) {
      const parts = [
        columns.boundarySetLga,
        columns.boundarySetWard,
        columns.boundarySetState,
        columns.boundarySetCommonwealth,
        columns.boundarySetMeshBlock,
      ];
      const repeat = firstRepeat(
        columns.boundarySetMeshBlock.length,
        (i) => parts.reduce((hash, part) => mixed(hash, part[i]), SEED),
        (i, j) => parts.every((part) => part[i] === part[j]),
      );
      return repeat === null ? null : at(repeat.position, `the set of ${repeat.earlier}`, 'another');
    },
  },
  areaCheck('boundarySetLga', isNamedArea, 'an object of name and code'),
  areaCheck('boundarySetWard', isWard, 'an object of a name'),
  areaCheck('boundarySetState', isNamedArea, 'an object of name and code'),
  areaCheck('boundarySetCommonwealth', isNamedArea, 'an object of name and code'),
  {
    section: 'sa2',
    holds: 'every item is the members sa2, sa3, sa4 and gccsa',
    find({ columns: { sa2, sa2Start } }) {
      for (let i = 0; i + 1 < sa2Start.length; i++) {
        const text = fragment(sa2, sa2Start, i);
        const members = parsed(`{${text}}`);
        if (
          Object.keys(members ?? {}).join() !== SA2_MEMBERS.join() ||
          !Object.values(members ?? {}).every(isNamedArea)
        )
          return at(i, text, `an object of name and code for each of ${SA2_MEMBERS.join(', ')}`);
      }
      return null;
    },
  },
  {
    section: 'sa1Sa2',
    holds: 'entry 0 is "none"',
    find: ({ columns }) => firstDifference(columns.sa1Sa2, [NO_AREA]),
  },
];

function areaCheck(
  section: 'boundarySetLga' | 'boundarySetWard' | 'boundarySetState' | 'boundarySetCommonwealth',
  isArea: (value: unknown) => boolean,
  expected: string,
): Check {
  return {
    section,
    holds: `every area is ${expected}`,
    find({ columns }) {
      const good = new Set<number>([NO_AREA]);
      for (let i = 0; i < columns[section].length; i++) {
        const area = columns[section][i];
        if (good.has(area)) continue;
        const text = fragment(columns.area, columns.areaStart, area);
        if (!isArea(parsed(text))) return at(i, `area ${area}, ${text}`, expected);
        good.add(area);
      }
      return null;
    },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isNamedArea(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'name,code') return false;
  const { name, code } = value as { name: unknown; code: unknown };
  return typeof name === 'string' && (code === null || typeof code === 'string');
}

function isWard(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'name') return false;
  return typeof (value as { name: unknown }).name === 'string';
}
