import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { CONSOLE_PREFIX, CONSOLE_ROUTES } from '../../../src/billing/accounts/console/routes/routes.ts';
import { mutate } from './random.ts';
import { buildSample, ROOT, startService } from './running-service.ts';
import type { Target } from './target.ts';

const BODIES = [
  '{"name":"Acme","plan":"growth","currency":"AUD"}',
  '{"name":"web","expires_at":"2030-01-01T00:00:00Z","grace_seconds":3600}',
  '{"plan":"free","when":"now","preview":"prv_1","amount_cents":100}',
  '{"provider":"manual","token":"tok_1","reason":"unpaid"}',
  '{}',
  '[]',
  'null',
];
const WORDS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\u0000',
    '\\ud800',
    '\\"',
    'null',
    'true',
    '-1',
    '1e400',
    '0.1',
    '99999999999999999999',
    '"__proto__":{}',
    '"constructor"',
  ],
  ...[
    '"name":',
    '"plan":',
    '\0',
    '\xff',
    '\xed\xa0\x80',
    '['.repeat(5000),
    '{"a":'.repeat(2000),
    ' '.repeat(100),
    "' or 1=1 --",
    'growth',
    'org_none',
  ],
];

/** Bodies of requests to the console, by somebody who may do everything. An input is the number of a route, one of an id, and the body. */
export const consoleBodies: Target = {
  name: 'console-bodies',
  async open(folder) {
    const env = { LETTERBOX_DATA_DIR: join(folder, 'data'), LETTERBOX_OPERATOR_ROLE: 'operator' };
    const index = buildSample(join(folder, 'sample.lbx'));
    const service = await startService(['--index', index, '--workers', '1', '--console-port', '0'], env);
    const admin = (...args: string[]) =>
      execFileSync(process.execPath, [join(ROOT, 'dist/src/billing/credits/admin/main.js'), ...args], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      }).trim();
    const token = admin('login', '--token', '--role', 'operator');
    const { id } = JSON.parse(admin('--json', 'accounts', 'create', '--name', 'Acme', '--plan', 'growth')) as {
      id: string;
    };
    const ids = [id, 'org_none', '%00', '__proto__', '..%2f', 'a'.repeat(3000)];
    return {
      make: (random) =>
        Buffer.concat([
          Buffer.from([random.below(CONSOLE_ROUTES.length), random.below(3) > 0 ? 0 : random.below(ids.length)]),
          mutate(random, Buffer.from(random.of(BODIES), 'latin1'), WORDS, 100_000),
        ]),
      async run(input) {
        const { method, path } = CONSOLE_ROUTES[input[0] % CONSOLE_ROUTES.length];
        const filled = path.replace(/\{\w+\}/g, ids[input[1] % ids.length]);
        const response = await fetch(`http://127.0.0.1:${service.consolePort}${CONSOLE_PREFIX}${filled}`, {
          method,
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': `${Math.random()}`,
          },
          ...(method === 'GET' ? {} : { body: input.subarray(2) }),
        }).catch((failure: Error) => failure);
        if (response instanceof Error)
          return service.fault() ?? `the connection ends: ${response.cause ?? response.message}`;
        const text = await response.text();
        if (response.status >= 500) return `${method} ${filled} answers ${response.status} ${text.slice(0, 200)}`;
        if (text !== '' && response.headers.get('content-type')?.includes('json')) JSON.parse(text);
        return service.fault();
      },
      close: () => service.stop(),
    };
  },
};
