import { expect, test } from 'vitest';
import { failureOf, UnusableRow } from '../../../src/billing/ledger/database/failures.ts';
import { Unpublishable } from '../../../src/service/admission/counters/layout.ts';

const withCode = (code: unknown) => Object.assign(new Error('failed'), { code });

test('a failure concerns a row, a lock, or the ledger as a whole, whatever was thrown', () => {
  for (const error of [new UnusableRow('no'), new Unpublishable('no')]) expect(failureOf(error)).toBe('row');
  for (const code of ['22003', '23505', 'SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT_CHECK', 'SQLITE_RANGE'])
    expect(failureOf(withCode(code)), code).toBe('row');
  for (const code of ['55P03', '40P01', '40001']) expect(failureOf(withCode(code)), code).toBe('locked');
  for (const code of ['SQLITE_BUSY', 'SQLITE_FULL', 'ECONNREFUSED', '57P01', '2200', 7, undefined])
    expect(failureOf(withCode(code)), String(code)).toBe('away');
  for (const thrown of [null, undefined, 'a text', 7, new Error('no code'), {}]) expect(failureOf(thrown)).toBe('away');
});
