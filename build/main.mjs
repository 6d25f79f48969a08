import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { installAdvice } from './installed.mjs';
import { filesOf, lockBuild, openStamps } from './stamps.mjs';
import { PROGRAMS, STAGES } from './steps.mjs';

/*
 * Builds what changed: everything, or what the program needs that is named, by its path below dist/ and without the ending. What follows
 * are the program's own arguments, which it checks, if it can, before more than itself is built.
 */

const [program, ...args] = process.argv.slice(2);

/** What every step depends on, besides Node.js. */
const CONDITIONS = [
  ...['package.json', 'package-lock.json', 'node_modules/.package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json', 'src/pages/tsconfig.json'],
  ...filesOf('build'),
];

const isLocked = lockBuild(() => process.stderr.write('Another build is going on in this folder: waiting for it.\n'));
const stamps = openStamps();
const conditions = `${process.version} ${process.platform} ${process.arch} ${stamps.keyOf('', CONDITIONS)}`;
try {
  process.exitCode = await build(
    program in PROGRAMS ? needsOf(program, ({ name, needs }) => [...needs, ...(PROGRAMS[name]?.needs ?? [])]) : null,
  );
} catch (error) {
  process.stderr.write(`The build failed: ${error instanceof Error ? error.message : error}\n`);
  const advice = installAdvice();
  if (advice !== null) process.stderr.write(`${advice}\n`);
  process.exitCode = 1;
} finally {
  if (isLocked) stamps.save();
}

/**
 * Builds what changed of the steps that are named, or of all; answers with the exit code.
 * @param {ReadonlySet<string> | null} wanted
 */
async function build(wanted) {
  const stages = STAGES.map((stage) => stage.filter(({ name }) => wanted === null || wanted.has(name)));
  if (wanted !== null) {
    const first = needsOf(program, (step) => step.needs);
    for (const stage of stages) await make(stage.filter(({ name }) => first.has(name)));
    if (args.some((argument) => /^(?:-h|-V|--help|--version)$/.test(argument))) return 0;
    const { check } = PROGRAMS[program];
    if (check !== undefined && stages.flat().some(isStale)) {
      const { status } = spawnSync(process.execPath, [`dist/${program}.js`, check, ...args], { stdio: 'inherit' });
      if (status !== 0) return status ?? 1;
    }
  }
  for (const stage of stages) await make(stage);
  return 0;
}

/**
 * A step and all that it needs, by name.
 * @param {string} name
 * @param {(step: import('./steps.mjs').Step) => readonly string[]} needs
 * @returns {Set<string>}
 */
function needsOf(name, needs) {
  const step = STAGES.flat().find((each) => each.name === name);
  if (step === undefined) throw new Error(`no step of the build is called ${name}`);
  return new Set([name, ...needs(step).flatMap((each) => [...needsOf(each, needs)])]);
}

/** @param {import('./steps.mjs').Step} step */
function isStale({ name, inputs }) {
  const stamp = stamps.of(name);
  if (stamp === undefined || !stamps.isWhole(name)) return true;
  return stamp.key !== stamps.keyOf(conditions, inputs?.() ?? stamp.inputs);
}

/**
 * Makes the steps whose inputs changed, at the same time, and removes what they wrote before and no longer do.
 * @param {readonly import('./steps.mjs').Step[]} steps
 */
async function make(steps) {
  const stale = steps.filter(isStale);
  if (stale.length === 0) return;
  const names = stale.map(({ name }) => name);
  process.stderr.write(`Building ${names.length > 3 ? `${names.length} programs` : names.join(', ')}.\n`);
  await Promise.all(
    stale.map(async ({ name, inputs, make }) => {
      const began = Date.now();
      const before = Object.keys(stamps.of(name)?.outputs ?? {});
      const made = await make(stamps.isWhole(name));
      for (const path of before) if (!made.outputs.includes(path)) rmSync(path, { force: true });
      stamps.note(name, conditions, { inputs: inputs?.() ?? made.inputs ?? [], outputs: made.outputs }, began);
    }),
  );
}
