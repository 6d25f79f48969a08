import { resolve } from 'node:path';
import { Command } from 'commander';
import { type ChangeLimitOptions, changeLimitFlags, changeLimitsOf } from '../../service/release/change-limits.ts';
import { askControl, controlSocket } from '../../service/release/control-socket.ts';
import type { ReleaseInfo, ReleaseRequest, ReleaseStatus } from '../../service/release/messages.ts';
import { guardSentence, MOST_FALL } from '../../service/release/state-counts.ts';
import { fileFlag, readConfigurationFile } from '../../system/configuration-file.ts';
import { flag, wholeNumber } from '../../system/flags.ts';
import { VERSION } from '../../system/version.ts';
import { diffReleases } from './diff.ts';

const program = new Command()
  .name('release')
  .version(VERSION)
  .description('Releases of the address file: what the running service answers from.')
  .showHelpAfterError()
  .addOption(fileFlag())
  .addOption(flag('--data-dir <folder>', 'data folder of the service'));

program
  .command('activate')
  .description('Verify an index file, and have the running service answer from it without losing a request.')
  .argument('<file>', 'index file')
  .option('--force', 'even if far fewer addresses, streets or localities are left in some state, or too many differ')
  .option('--dry-run', 'only say whether it would be activated')
  .action((file: string, { force = false, dryRun = false }: { force?: boolean; dryRun?: boolean }) =>
    tell({ kind: 'activate', path: resolve(file), force, dryRun }),
  );

program
  .command('rollback')
  .description('Have the running service answer from the release that it served before.')
  .action(() => tell({ kind: 'rollback' }));

program
  .command('status')
  .description('Say which release the running service answers from, and which it would go back to.')
  .action(() => tell({ kind: 'status' }));

interface DiffFlags extends ChangeLimitOptions {
  readonly html?: string;
  readonly ndjson?: string;
  readonly mostFall: number;
}

const diff = program
  .command('diff')
  .description('Say what changed from one index file to another: counts here, a report and every address on request.')
  .argument('<old.lbx>', 'the index file of the old release')
  .argument('<new.lbx>', 'the index file of the new release')
  .option('--html <file>', 'write a report to read')
  .option('--ndjson <file>', 'write every address that differs, one JSON object a line')
  .addOption(
    flag('--most-fall <percent>', 'what the service is started with, for whether it would activate the new release')
      .default(MOST_FALL)
      .argParser(wholeNumber(0, 100)),
  )
  .action((before: string, after: string, options: DiffFlags) => {
    const { html = null, ndjson = null, mostFall } = options;
    process.stdout.write(
      `${diffReleases({ before, after, html, ndjson, limits: changeLimitsOf(options) })}\n${guardSentence(before, after, mostFall)}\n`,
    );
  });

for (const each of changeLimitFlags()) diff.addOption(each);

readConfigurationFile(program, process.argv.slice(2));
try {
  await program.parseAsync();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
  if (process.env.LETTERBOX_TRACE !== undefined) console.error(error);
}

async function tell(request: ReleaseRequest): Promise<void> {
  const { dataDir } = program.opts<{ dataDir?: string }>();
  if (dataDir === undefined || dataDir === '')
    return program.error('error: no data folder is named; give one with --data-dir or LETTERBOX_DATA_DIR');
  const reply = await askControl(controlSocket(resolve(dataDir)), request);
  if (!reply.ok) return fail(reply.reason);
  if (reply.checked !== null)
    process.stdout.write(`Nothing speaks against ${infoText(reply.checked)}; it was not activated.\n`);
  if (reply.compared !== null) process.stdout.write(`${reply.compared}\n`);
  process.stdout.write(statusText(reply.status));
  const next = request.kind === 'activate' ? nextText(request) : null;
  if (next !== null) process.stderr.write(`Next: ${next}\n`);
  if (reply.warning !== null) process.stderr.write(`${reply.warning}\n`);
}

/** What to do when a release was activated, or would be. */
function nextText({ path, dryRun }: Extract<ReleaseRequest, { kind: 'activate' }>): string {
  return dryRun
    ? `\`npm run release -- activate ${path}\` moves the service to it.`
    : 'watch the answers; `npm run release -- rollback` goes back to the release before.';
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

function statusText({ serving, since, previous, refused }: ReleaseStatus): string {
  const before = previous === null ? 'Nothing was served before it.' : `Before it: ${infoText(previous)}.`;
  const last = refused === null ? '' : `Refused at ${refused.at}: ${refused.path ?? 'to go back'}: ${refused.reason}\n`;
  return `Serving ${infoText(serving)}, since ${since}.\n${before}\n${last}`;
}

function infoText({ release, addresses, path }: ReleaseInfo): string {
  return `release ${release}, ${addresses} addresses, ${path}`;
}
