import { Command } from 'commander';
import { openIndex } from '../src/address/index/open.ts';
import { vocabularyWarning } from '../src/address/vocabulary/vocabulary-hash.ts';
import { VERSION } from '../src/system/version.ts';
import { duration, showProgress } from './progress.ts';
import { allocationFaults } from './verify/allocation.ts';
import { findFaults } from './verify/check.ts';
import { CROSS_REFERENCE_STAGES, FILE_STAGES } from './verify/stages.ts';

const command = new Command('verify')
  .version(VERSION)
  .description('Check every checksum and every cross-reference of an index file')
  .argument('<file>', 'the index file')
  .option('--abs <folder>', 'ABS files that its mesh blocks are to agree with')
  .option('--boundaries <folder>', 'the same of the mesh blocks of the Administrative Boundaries')
  .parse();
const { abs = null, boundaries = null } = command.opts<{ abs?: string; boundaries?: string }>();

try {
  process.exitCode = (await verify(command.args[0])) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Prints what is wrong with the file, and answers whether all is well. */
async function verify(path: string): Promise<boolean> {
  const began = performance.now();
  const index = openIndex(path);
  const stages = [...FILE_STAGES, ...CROSS_REFERENCE_STAGES];
  const progress = process.stderr.isTTY ? showProgress() : null;
  const own = findFaults(index, stages, ({ name }) => progress?.stage(name));
  const withFiles = own.length === 0 && (abs !== null || boundaries !== null);
  if (withFiles) progress?.stage('mesh blocks of the files');
  const faults = withFiles ? await allocationFaults(index, { abs, boundaries }) : own;
  progress?.clear();
  for (const { section, message } of faults)
    console.error(`${path}: ${section === 'manifest' ? section : `section ${section}`}: ${message}`);
  if (faults.length > 0) return false;
  const warning = vocabularyWarning(index.manifest);
  if (warning !== null) console.error(warning);
  const { release, addresses, sections } = index.manifest;
  const checks = stages.reduce((sum, stage) => sum + stage.checks.length, 0);
  console.log(
    `${path}: G-NAF ${release}, ${addresses.toLocaleString('en-AU')} addresses, ${sections.length} sections: ` +
      `${checks} checks in ${duration(performance.now() - began)}, nothing is wrong`,
  );
  console.error(
    `Next: serve it with \`npm start -- --index ${path}\`, or have a service that runs go over to it with \`npm run release\`.`,
  );
  return true;
}
