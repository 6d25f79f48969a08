import { Command } from 'commander';
import { openIndex } from '../src/address/index/open.ts';
import { VERSION } from '../src/system/version.ts';
import { duration, showProgress } from './progress.ts';
import { findFaults } from './verify/check.ts';
import { CROSS_REFERENCE_STAGES, FILE_STAGES } from './verify/stages.ts';

const [file] = new Command('verify')
  .version(VERSION)
  .description('Check every checksum and every cross-reference of an index file')
  .argument('<file>', 'the index file')
  .parse().args;

try {
  process.exitCode = verify(file) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Prints what is wrong with the file, and answers whether all is well. */
function verify(path: string): boolean {
  const began = performance.now();
  const index = openIndex(path);
  const stages = [...FILE_STAGES, ...CROSS_REFERENCE_STAGES];
  const progress = process.stderr.isTTY ? showProgress() : null;
  const faults = findFaults(index, stages, ({ name }) => progress?.stage(name));
  progress?.clear();
  for (const { section, message } of faults)
    console.error(`${path}: ${section === 'manifest' ? section : `section ${section}`}: ${message}`);
  if (faults.length > 0) return false;
  const { release, addresses, sections } = index.manifest;
  const checks = stages.reduce((sum, stage) => sum + stage.checks.length, 0);
  console.log(
    `${path}: G-NAF ${release}, ${addresses.toLocaleString('en-AU')} addresses, ${sections.length} sections: ` +
      `${checks} checks in ${duration(performance.now() - began)}, nothing is wrong`,
  );
  return true;
}
