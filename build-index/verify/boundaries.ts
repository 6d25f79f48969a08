import { SET, SET_WORDS } from '../../src/index/boundary-set.ts';
import { NO_AREA } from '../../src/index/sections.ts';
import { at, type Check } from './check.ts';
import { firstRepeat, mixed, SEED } from './distinct.ts';
import { fragment } from './text-order.ts';

const SA2_MEMBERS = ['sa2', 'sa3', 'sa4', 'gccsa'];

/** Boundary sets, areas, mesh blocks and statistical areas. */
export const BOUNDARY_CHECKS: readonly Check[] = [
  {
    section: 'boundarySet',
    holds: 'every set is there once',
    find({ columns: { boundarySet } }) {
      const words = Array.from({ length: SET_WORDS }, (_, word) => word);
      const repeat = firstRepeat(
        boundarySet.length / SET_WORDS,
        (i) => words.reduce((hash, word) => mixed(hash, boundarySet[i * SET_WORDS + word]), SEED),
        (i, j) => words.every((word) => boundarySet[i * SET_WORDS + word] === boundarySet[j * SET_WORDS + word]),
      );
      return repeat === null ? null : at(repeat.position, `the set of ${repeat.earlier}`, 'another');
    },
  },
  {
    section: 'boundarySet',
    holds: 'a mesh block lies in one SA2, and block 0 in none',
    find({ columns: { boundarySet, meshBlockJsonStart } }) {
      const sa2OfBlock = new Int32Array((meshBlockJsonStart.length - 1) / 2).fill(-1);
      sa2OfBlock[0] = NO_AREA;
      for (let i = 0; i < boundarySet.length; i += SET_WORDS) {
        const block = boundarySet[i + SET.meshBlock];
        const sa2 = boundarySet[i + SET.sa2];
        if (sa2OfBlock[block] < 0) sa2OfBlock[block] = sa2;
        else if (sa2OfBlock[block] !== sa2) return at(i + SET.sa2, sa2, `${sa2OfBlock[block]}, that of block ${block}`);
      }
      return null;
    },
  },
  areaCheck('LGA', SET.lgaAndWard, 0, isNamedArea, 'an object of name and code'),
  areaCheck('ward', SET.lgaAndWard, 16, isWard, 'an object of a name'),
  areaCheck('state electorate', SET.electorates, 0, isNamedArea, 'an object of name and code'),
  areaCheck('Commonwealth electorate', SET.electorates, 16, isNamedArea, 'an object of name and code'),
  {
    section: 'meshBlockJson',
    holds: 'every mesh block is an object of code and category, and its SA1 a string, or null',
    find({ columns: { meshBlockJson, meshBlockJsonStart } }) {
      for (let i = 0; i + 2 < meshBlockJsonStart.length; i += 2) {
        const block = fragment(meshBlockJson, meshBlockJsonStart, i);
        const sa1 = fragment(meshBlockJson, meshBlockJsonStart, i + 1);
        if (i === 0 ? block !== 'null' : !isMeshBlock(parsed(block)))
          return at(i, block, i === 0 ? 'null' : 'an object of code and category');
        if (i === 0 ? sa1 !== 'null' : !isStringOrNull(parsed(sa1))) return at(i + 1, sa1, 'a string, or null');
      }
      return null;
    },
  },
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
];

/** The areas of one kind: half of an element of every set. */
function areaCheck(
  kind: string,
  word: number,
  shift: 0 | 16,
  isArea: (value: unknown) => boolean,
  expected: string,
): Check {
  return {
    section: 'boundarySet',
    holds: `every ${kind} is ${expected}`,
    find({ columns: { boundarySet, area: areas, areaStart } }) {
      const good = new Set<number>([NO_AREA]);
      for (let i = word; i < boundarySet.length; i += SET_WORDS) {
        const area = (boundarySet[i] >>> shift) & 0xffff;
        if (good.has(area)) continue;
        const text = fragment(areas, areaStart, area);
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

function isMeshBlock(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'code,category') return false;
  return Object.values(value).every(isStringOrNull);
}

function isStringOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function isWard(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'name') return false;
  return typeof (value as { name: unknown }).name === 'string';
}
