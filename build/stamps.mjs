import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, openSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a step of the build was made of and what it wrote, when it last succeeded; paths are below the root.
 * @typedef {{ readonly key: string, readonly inputs: readonly string[], readonly outputs: Readonly<Record<string, string>> }} Stamp
 */

/** Where the stamps are, and the file that is locked while something is built. */
const STAMPS = 'dist/.stamps.json';
const LOCK = 'dist/.lock';

/**
 * Locks the build of this folder until this process ends, after waiting for another that builds. Where nothing can be written, nothing can
 * be built either, and there is no lock.
 * @param {() => void} waiting called where another one builds
 * @returns {boolean} whether stamps can be written
 */
export function lockBuild(waiting) {
  try {
    mkdirSync('dist', { recursive: true });
    // The lock belongs to the open file, which this process keeps when flock has ended.
    const file = openSync(LOCK, 'a');
    const flock = (/** @type {string[]} */ ...flags) =>
      spawnSync('flock', [...flags, '3'], { stdio: ['ignore', 'ignore', 'inherit', file] }).status;
    if (flock('--nonblock') === 1) {
      waiting();
      flock();
    }
    return true;
  } catch {
    return false;
  }
}

/** Opens the stamps, with a hash of every file that is asked for: a file whose times and size are those of last time is not read again. */
export function openStamps() {
  /** @type {{ files: Record<string, [string, string]>, steps: Record<string, Stamp> }} */
  let kept = { files: {}, steps: {} };
  try {
    kept = JSON.parse(readFileSync(STAMPS, 'utf8'));
  } catch {
    // There are none yet, or they were cut short: all is built.
  }
  let changed = false;

  /**
   * The hash of a file; '' where there is none.
   * @param {string} path
   */
  function hashOf(path) {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return '';
    const at = `${found.mtimeNs} ${found.ctimeNs} ${found.size}`;
    const known = kept.files[path];
    if (known?.[0] === at) return known[1];
    const hash = createHash('sha256').update(readFileSync(path)).digest('base64url');
    kept.files[path] = [at, hash];
    changed = true;
    return hash;
  }

  /**
   * One hash for the conditions and contents that something is made of.
   * @param {string} conditions
   * @param {readonly string[]} inputs
   */
  function keyOf(conditions, inputs) {
    const hash = createHash('sha256').update(conditions);
    for (const path of [...inputs].sort()) hash.update(`\n${path} ${hashOf(path)}`);
    return hash.digest('base64url');
  }

  /**
   * Whether everything that a step wrote is there, as it wrote it.
   * @param {string} step
   */
  function isWhole(step) {
    const stamp = kept.steps[step];
    return stamp !== undefined && Object.entries(stamp.outputs).every(([path, hash]) => hashOf(path) === hash);
  }

  return {
    isWhole,
    /**
     * The stamp of a step; undefined where it never succeeded.
     * @param {string} step
     */
    of: (step) => kept.steps[step],
    keyOf,
    /**
     * Notes that a step succeeded. What was changed since `began`, ms, may be in its outputs or not: then it counts as never made.
     * @param {string} step
     * @param {string} conditions
     * @param {{ readonly inputs: readonly string[], readonly outputs: readonly string[] }} made
     * @param {number} began
     */
    note(step, conditions, { inputs, outputs }, began) {
      const late = inputs.some((path) => (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? began) >= began);
      const key = late ? '' : keyOf(conditions, inputs);
      kept.steps[step] = { key, inputs, outputs: Object.fromEntries(outputs.map((path) => [path, hashOf(path)])) };
      changed = true;
    },
    /** Writes the stamps, whole or not at all. */
    save() {
      if (!changed) return;
      for (const path of Object.keys(kept.files)) if (hashOf(path) === '') delete kept.files[path];
      writeFileSync(`${STAMPS}.new`, JSON.stringify(kept));
      renameSync(`${STAMPS}.new`, STAMPS);
      changed = false;
    },
  };
}

/**
 * All files below a folder, or the file itself.
 * @param {string} path
 * @returns {string[]}
 */
export function filesOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}
