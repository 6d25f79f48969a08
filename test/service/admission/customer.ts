import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createKey, hashOfKey } from '../../../src/service/admission/api-key.ts';
import {
  type CounterFile,
  createCounterFile,
  openCounterFile,
} from '../../../src/service/admission/counters/counter-file.ts';
import {
  type AccountTerms,
  addAccount,
  type KeyTerms,
  publishAccount,
  publishKey,
  type RecordView,
  recordAt,
  setCurrentMeter,
} from '../../../src/service/admission/counters/directory.ts';
import { KEY, MODE, UNLIMITED } from '../../../src/service/admission/counters/layout.ts';
import { type Meter, meterAt } from '../../../src/service/admission/counters/meter.ts';
import { takeMeter } from '../../../src/service/admission/counters/meter-upkeep.ts';

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new counter file. */
export function newCounterFile(): CounterFile {
  const path = join(temporaryFolder(), 'counters');
  createCounterFile(path);
  const file = openCounterFile(path);
  onTestFinished(() => file.close());
  return file;
}

/** What a key's meter begins with. */
export interface KeyMeterTerms {
  readonly key: number;
  readonly lease: number;
  readonly allowance: bigint;
  readonly dayCap: number | null;
  readonly dayElsewhere: number;
  readonly monthCap: number | null;
  readonly monthElsewhere: number;
  readonly dayEnds: number;
  readonly monthEnds: number;
}

/** A meter of a key. By default without caps of its own. */
export function newKeyMeter(file: CounterFile, changed: Partial<KeyMeterTerms> = {}, free?: number): Meter {
  const terms = { ...DEFAULT_KEY_METER, ...changed };
  return takeMeter(
    file,
    {
      owner: { kind: 'key', record: terms.key },
      lease: terms.lease,
      window: 0,
      mode: terms.allowance === UNLIMITED ? MODE.UNCAPPED : MODE.HARD_CAP,
      allowance: terms.allowance,
      limits: [
        { credits: terms.dayCap, elsewhere: terms.dayElsewhere, resetsAt: terms.dayEnds },
        { credits: terms.monthCap, elsewhere: terms.monthElsewhere, resetsAt: terms.monthEnds },
      ],
      beyond: null,
    },
    free,
  );
}

const DEFAULT_KEY_METER: KeyMeterTerms = {
  key: 0,
  lease: 1,
  allowance: UNLIMITED,
  dayCap: null,
  dayElsewhere: 0,
  monthCap: null,
  monthElsewhere: 0,
  dayEnds: Date.UTC(2026, 1, 2),
  monthEnds: Date.UTC(2026, 2, 1),
};

/** Publishes a key with a meter, as the sidecar would. By default without caps of its own. */
export function publishTestKey(file: CounterFile, terms: KeyTerms, meterTerms: Partial<KeyMeterTerms> = {}): Meter {
  const prepare = (key: RecordView) =>
    setCurrentMeter('key', key, newKeyMeter(file, { key: key.record, ...meterTerms }).record);
  const { i32, at32 } = publishKey(file, { ...terms, prepare });
  return meterAt(file, i32[at32 + KEY.METER] - 1);
}

/** What an account's meter begins with. */
export interface AccountMeterTerms {
  readonly account: number;
  readonly lease: number;
  readonly window: number;
  readonly mode: number;
  readonly allowance: bigint;
  /** -1 for none. */
  readonly limit: number;
  readonly beyond: number | null;
  readonly elsewhere: number;
  readonly resetsAt: number;
}

const DEFAULT_METER: AccountMeterTerms = {
  account: 0,
  lease: 1,
  window: 1,
  mode: MODE.HARD_CAP,
  allowance: UNLIMITED,
  limit: 1_000_000,
  beyond: null,
  elsewhere: 0,
  resetsAt: Date.UTC(2026, 2, 1),
};

/** A meter of an account. By default with a hard cap without end. */
export function newMeter(file: CounterFile, changed: Partial<AccountMeterTerms> = {}, free?: number): Meter {
  const { account, limit, elsewhere, resetsAt, ...terms } = { ...DEFAULT_METER, ...changed };
  const limits = [{ credits: limit < 0 ? null : limit, elsewhere, resetsAt }];
  return takeMeter(file, { ...terms, owner: { kind: 'account', record: account }, limits }, free);
}

/** Terms of a meter with a hard cap. */
export function hardCap(credits: number): Partial<AccountMeterTerms> {
  return { mode: MODE.HARD_CAP, allowance: BigInt(credits), limit: credits };
}

/** An account with a key, each with a meter, published as the sidecar would. */
export interface Customer {
  readonly account: number;
  readonly key: string;
  readonly meter: Meter;
  readonly keyMeter: Meter;
}

let customers = 0;

/** Adds a customer. By default: product `address`, no burst limit, a hard cap without end. */
export function addCustomer(
  file: CounterFile,
  meterTerms: Partial<AccountMeterTerms> = {},
  accountTerms: Partial<AccountTerms> = {},
  keyMeterTerms: Partial<KeyMeterTerms> = {},
): Customer {
  const account = addAccount(file, `org_${++customers}`);
  const terms = { overdue: false, disabled: false, products: ['address'], burst: null, ...accountTerms };
  publishAccount(file, account, terms);
  const meter = newMeter(file, { account, ...meterTerms });
  setCurrentMeter('account', recordAt(file, 'accounts', account), meter.record);
  const key = createKey();
  const keyTerms = { sha256: Buffer.from(hashOfKey(key), 'hex'), account, revoked: false, expiresAt: null };
  return { account, key, meter, keyMeter: publishTestKey(file, keyTerms, keyMeterTerms) };
}
