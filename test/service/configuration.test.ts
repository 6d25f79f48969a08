import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { readCreditSettings } from '../../src/billing/credits/settings.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { readKeyFile } from '../../src/service/admission/key-file.ts';
import { SETTINGS } from '../../src/system/configuration-file.ts';
import { temporaryFolder } from './admission/customer.ts';

afterEach(() => vi.unstubAllEnvs());

/** Reads a command line as the service does; what it says when it stops is the message of the Error. */
function read(...argv: string[]) {
  for (const name of SETTINGS) vi.stubEnv(name, undefined);
  let said = '';
  const command = new Command().exitOverride().configureOutput({
    writeErr: (text) => {
      said += text;
    },
  });
  try {
    return { ...readConfiguration(argv, command), command };
  } catch {
    throw new Error(said);
  }
}

function file(text: string): string {
  const path = join(temporaryFolder(), 'letterbox.conf');
  writeFileSync(path, text);
  return path;
}

test('flags that read the environment and settings of a configuration file are the same', () => {
  const names = read().command.options.flatMap(({ envVar }) => envVar ?? []);
  expect(names.sort()).toEqual([...SETTINGS].sort());
});

test.each([
  ['--port', '65536'],
  ['--port', '80x'],
  ['--workers', '0'],
  ['--workers', '1.5'],
  ['--slow-ms', '-1'],
  ['--answer-cache', '1025'],
  ['--log-level', 'loud'],
  ['--access-log', 'sampled 1/0'],
  ['--access-log', 'some'],
  ['--dev-key', 'with space'],
  ['--public-url', 'api.example.com'],
  ['--public-url', 'ftp://api.example.com'],
  ['--public-url', 'https://api.example.com/?a=b'],
  ['--public-url', 'https://name:word@api.example.com'],
])('%s %s is refused, and so is the same in a configuration file', (flag, value) => {
  expect(() => read(flag, value)).toThrow(flag);
  const name = `LETTERBOX_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`;
  expect(() => read('--config', file(`${name}=${value}\n`))).toThrow(flag);
});

test.each(['0.0.0.0', '::', '192.0.2.1', 'example.org', '10.0.0.1'])(
  'a development key, or none at all, is refused on %s, where other machines could come from',
  (host) => {
    expect(() => read('--host', host, '--dev-key', 'k')).toThrow('--dev-key is refused on');
    expect(() => read('--host', host)).toThrow('--keys');
  },
);

test('a data folder makes the service count credits; without one it does not', () => {
  expect(read().credits).toBeNull();
  expect(read('--data-dir', '/data').credits).toMatchObject({
    dataDir: '/data',
    counters: '/data/counters',
    place: { file: '/data/ledger.db', databaseUrl: null },
    drainInterval: 1000,
    leaseTime: 2000,
  });
  expect(readCreditSettings({ dataDir: '' })).toBeNull();
});

test('flags override the file and reach the sidecar', () => {
  const path = file('# counting\nLETTERBOX_DATA_DIR=/from-file\nLETTERBOX_DRAIN_INTERVAL=250\nLETTERBOX_PORT=9\n');
  const { credits, port, sidecarEnvironment, startsSidecar } = read(
    '--config',
    path,
    '--port',
    '10',
    '--lease-time',
    '500',
  );
  expect([credits?.dataDir, credits?.drainInterval, credits?.leaseTime, port]).toEqual(['/from-file', 250, 500, 10]);
  expect(sidecarEnvironment).toEqual({ LETTERBOX_LEASE_TIME: '500' });
  expect(startsSidecar).toBe(true);
});

test('an invalid value stops the start with an error that names the setting, the value and what was expected', () => {
  expect(() => read('--drain-interval', '1')).toThrow(
    "option '--drain-interval <ms>' argument '1' is invalid. Expected a whole number from 50 to 60000.",
  );
  expect(() => read('--sidecar', 'maybe')).toThrow('Allowed choices are started, external.');
  const path = file('LETTERBOX_DATADIR=/data\n');
  expect(() => read('--config', path)).toThrow(
    `error: ${path} sets LETTERBOX_DATADIR, expected one of LETTERBOX_ACCESS_LOG,`,
  );
  for (const line of ['LETTERBOX_DATABASE_URL postgres://u:secret@h/x', '  LETTERBOX_DATABASE_URL: secret']) {
    const typo = file(`# where\nLETTERBOX_PORT=8081\n\n${line}\n`);
    expect(() => read('--config', typo)).toThrow(
      `error: ${typo}, line 4, begins with "LETTERBOX_DATABASE_URL", expected NAME=value`,
    );
  }
  for (const unused of [
    ['--console-port', '8090'],
    ['--database-url', 'postgres://u:secret@127.0.0.1/x'],
  ]) {
    expect(() => read(...unused)).toThrow(`error: ${unused[0]} is given without a data folder`);
  }
  for (const [url, found] of [
    ['mysql://u:secret@127.0.0.1/x', 'begins with mysql:'],
    ['127.0.0.1/secret', 'is not a URL'],
  ])
    expect(() => read('--data-dir', '/data', '--database-url', url)).toThrow(
      `error: --database-url ${found}, expected postgres://user:password@host:port/database`,
    );
  expect(() => read('--config=/nowhere/letterbox.conf')).toThrow(
    'error: the configuration file /nowhere/letterbox.conf cannot be read',
  );
  expect(() => read('--host', '0.0.0.0')).toThrow('--data-dir');
});

test.runIf(process.platform !== 'win32')(
  'a pipe that nobody writes to, and a device without end, are refused at once',
  () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero']) {
      const reason = `${path} cannot be read: it is a pipe or device, not a file`;
      expect(() => read('--config', path)).toThrow(reason);
      expect(() => readKeyFile(path)).toThrow(reason);
      expect(() => read('--data-dir', '/data', '--plans', path)).toThrow('cannot be read: it is a pipe or device');
    }
  },
);

test('what a shell opens for the program is read', () => {
  const config = fileURLToPath(new URL('../../dist/src/system/configuration-file.js', import.meta.url));
  const commander = import.meta.resolve('commander');
  const program = `import { Command } from '${commander}'; import { readConfigurationFile } from '${config}';
    readConfigurationFile(new Command(), ['--config', process.argv[1]]); process.stdout.write(process.env.LETTERBOX_PORT);`;
  const script = `node --input-type=module -e "$PROGRAM" <(echo LETTERBOX_PORT=8123)`;
  const env = { ...process.env, PROGRAM: program, LETTERBOX_PORT: undefined };
  expect(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' })).toBe('8123');
});

test('an invalid sidecar setting stops the start too, unless the sidecar runs externally', () => {
  const wrong = ['--data-dir', '/data', '--oidc-issuer', 'https://id.example'];
  expect(() => read(...wrong)).toThrow('error: --oidc-issuer is given without --oidc-audience');
  expect(() => read('--data-dir', '/data', '--plans', '/nowhere/plans.json')).toThrow('/nowhere/plans.json');
  expect(read(...wrong, '--sidecar', 'external').startsSidecar).toBe(false);
  expect(read(...wrong, '--oidc-audience', 'letterbox').startsSidecar).toBe(true);
});
