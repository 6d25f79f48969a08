import { Command } from 'commander';
import { diffReleases } from './diff/diff.ts';

const program = new Command('release').description('Compare the releases that a service answers from');

program
  .command('diff')
  .description('Say what changed from one index file to another: counts here, a report and every address on request')
  .argument('<old.lbx>', 'the index file of the old release')
  .argument('<new.lbx>', 'the index file of the new release')
  .option('--html <file>', 'write a report to read')
  .option('--ndjson <file>', 'write every address that differs, one JSON object a line')
  .action((before: string, after: string, { html, ndjson }: { html?: string; ndjson?: string }) => {
    process.stdout.write(diffReleases({ before, after, html: html ?? null, ndjson: ndjson ?? null }));
  });

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (process.env.LETTERBOX_TRACE !== undefined) console.error(error);
  process.exitCode = 1;
}
