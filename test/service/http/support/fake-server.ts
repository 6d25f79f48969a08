import { createHash } from 'node:crypto';
import { admitByKeys, type KeyEntry } from '../../../../src/service/admission/key-file.ts';
import { createApp, type HttpApp } from '../../../../src/service/http/app.ts';
import type { ServedRelease } from '../../../../src/service/http/release-switch.ts';
import type { Service } from '../../../../src/service/http/service.ts';
import { loadUws } from '../../../../src/service/http/uws.ts';
import { createLog, type LogLevel } from '../../../../src/service/telemetry/log.ts';
import { fakeOperations } from './fake-operations.ts';

/** A key that passes, and one whose account lacks the product. */
export const KEYS = { good: 'good-key', other: 'other-product' };

/** A key of a key file. */
function keyEntry(key: string, account: string, products: readonly string[]): KeyEntry {
  return { sha256: createHash('sha256').update(key).digest('hex'), account, products };
}

/** A server in this process, over fake operations. */
export interface FakeServer {
  readonly port: number;
  readonly app: HttpApp;
  /** What it has logged. */
  readonly logged: Record<string, unknown>[];
  close(): void;
}

/** Starts a server on a free port of the loopback address. */
export function startFakeServer(
  changes: Partial<Service & ServedRelease> = {},
  level: LogLevel = 'info',
): Promise<FakeServer> {
  const logged: Record<string, unknown>[] = [];
  const served: ServedRelease = {
    operations: fakeOperations,
    release: '2026.02',
    asgs: '2021',
    addresses: 451,
    attribution: 'Incorporates G-NAF',
    since: Date.parse('2026-05-01T10:00:00.700Z'),
    pages: new Map(),
    explain: null,
    ...changes,
  };
  const service: Service = {
    current: { served },
    admit: admitByKeys([
      keyEntry(KEYS.good, 'acme', ['address']),
      keyEntry(KEYS.other, 'zenith', ['weather', 'tides']),
    ]),
    log: createLog(level, {}, { write: (line) => void logged.push(JSON.parse(line)) }),
    accessLog: null,
    slowMilliseconds: 0,
    ...changes,
  };
  const app = createApp(loadUws(), service);
  return new Promise((resolve, reject) => {
    app.listen('127.0.0.1', 0, (port) => {
      if (port === null) reject(new Error('no port'));
      else resolve({ port, app, logged, close: () => app.close() });
    });
  });
}
