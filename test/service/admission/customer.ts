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
  setCurrentSlot,
} from '../../../src/service/admission/counters/directory.ts';
import { MODE, NO_CAP, UNLIMITED } from '../../../src/service/admission/counters/layout.ts';
import { type Slot, type SlotTerms, takeSlot } from '../../../src/service/admission/counters/slot.ts';
import { setTally, type TallyTerms, takeTally } from '../../../src/service/admission/counters/tally.ts';

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

/** Publishes a key with a tally, as the sidecar would. By default without caps of its own. */
export function publishTestKey(file: CounterFile, terms: KeyTerms, tallyTerms: Partial<TallyTerms> = {}): void {
  const prepare = (key: RecordView) =>
    setTally(key, takeTally(file, { ...DEFAULT_TALLY, key: key.record, ...tallyTerms }, undefined));
  publishKey(file, { ...terms, prepare });
}

/** Terms of a tally for tests that do not care. */
const DEFAULT_TALLY: TallyTerms = {
  key: 0,
  lease: 1,
  allowance: NO_CAP,
  dayCap: null,
  dayElsewhere: 0,
  monthCap: null,
  monthElsewhere: 0,
  dayEnds: Date.UTC(2026, 1, 2),
  monthEnds: Date.UTC(2026, 2, 1),
};

/** An account with a key and a slot, published as the sidecar would. */
export interface Customer {
  readonly account: number;
  readonly key: string;
  readonly slot: Slot;
}

let customers = 0;

/** Adds a customer. By default: product `address`, no burst limit, a hard cap without end. */
export function addCustomer(
  file: CounterFile,
  slotTerms: Partial<SlotTerms> = {},
  accountTerms: Partial<AccountTerms> = {},
  tallyTerms: Partial<TallyTerms> = {},
): Customer {
  const account = addAccount(file, `org_${++customers}`);
  const terms = { overdue: false, disabled: false, products: ['address'], burst: null, ...accountTerms };
  publishAccount(file, account, terms);
  const slot = takeSlot(file, { ...DEFAULT_SLOT, account, ...slotTerms }, undefined);
  setCurrentSlot(recordAt(file, 'accounts', account), slot.record);
  const key = createKey();
  const keyTerms = { sha256: Buffer.from(hashOfKey(key), 'hex'), account, revoked: false, expiresAt: null };
  publishTestKey(file, keyTerms, tallyTerms);
  return { account, key, slot };
}

/** Terms of a slot for tests that do not care. */
export const DEFAULT_SLOT: SlotTerms = {
  account: 0,
  lease: 1,
  window: 1,
  mode: MODE.HARD_CAP,
  allowance: UNLIMITED,
  inherits: 0n,
  limit: 1_000_000,
  elsewhere: 0,
  resetsAt: Date.UTC(2026, 2, 1),
};

/** Terms of a slot with a hard cap. */
export function hardCap(credits: number): Partial<SlotTerms> {
  return { mode: MODE.HARD_CAP, allowance: BigInt(credits), limit: credits };
}
