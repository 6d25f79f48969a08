import { expect, test } from 'vitest';
import { createSetAside, type SetAsideNews } from '../../../../src/billing/credits/sidecar/set-aside.ts';
import { UnusableRow } from '../../../../src/billing/ledger/database/failures.ts';

const SECOND = 1e9;
const failing = (message: string) => () => Promise.reject(new UnusableRow(message));
const locked = () => Promise.reject(Object.assign(new Error('locked'), { code: '55P03' }));
const works = () => Promise.resolve();

test('failed work is retried after a pause that doubles from 1 s to 30 s, and is reported once for each reason', async () => {
  const told: SetAsideNews[] = [];
  const setAside = createSetAside((news) => told.push(news));
  let at = 0;
  for (const pause of [1, 2, 4, 8, 16, 30, 30]) {
    setAside.begin(at);
    expect(setAside.due('drain')).toEqual(at === 0 ? [] : ['a']);
    expect(await setAside.attempt('a', 'drain', failing('no'))).toBe(false);
    setAside.begin(at + pause * SECOND - 1);
    expect([setAside.waits('a', 'drain'), setAside.due('drain')]).toEqual([true, []]);
    let tried = false;
    const task = () => {
      tried = true;
    };
    expect(await setAside.attempt('a', 'drain', task)).toBe(false);
    expect(tried).toBe(false);
    at += pause * SECOND;
    setAside.begin(at);
    expect([setAside.waits('a', 'drain'), setAside.has('a', 'drain')]).toEqual([false, true]);
  }
  await setAside.attempt('a', 'drain', failing('other'));
  setAside.begin(at + 30 * SECOND);
  expect(await setAside.attempt('a', 'drain', works)).toBe(true);
  expect(await setAside.attempt('a', 'drain', works)).toBe(true);
  const of = { account: 'a', work: 'drain' } as const;
  expect(told).toEqual([
    { ...of, reason: 'no' },
    { ...of, reason: 'other' },
    { ...of, reason: null },
  ]);
});

test('each task of each account waits separately, and accounts are counted once', async () => {
  const setAside = createSetAside(() => {});
  setAside.begin(0);
  await setAside.attempt('a', 'drain', failing('no'));
  setAside.note('a', 'lease', new Error('no'));
  setAside.note('b', 'lease', 'no');
  expect([setAside.count(), setAside.has('a', 'keys'), setAside.waits('b', 'drain')]).toEqual([2, false, false]);
  setAside.begin(SECOND);
  expect([setAside.due('drain'), setAside.due('lease')]).toEqual([['a'], ['a', 'b']]);
  setAside.done('a', 'lease');
  expect([setAside.count(), setAside.due('lease')]).toEqual([2, ['b']]);
});

test('an unavailable ledger stops the round, and so does the fourth locked row in it', async () => {
  const setAside = createSetAside(() => {});
  setAside.begin(0);
  await expect(setAside.attempt('a', 'drain', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(setAside.has('a', 'drain')).toBe(false);
  for (const account of ['a', 'b', 'c']) expect(await setAside.attempt(account, 'drain', locked)).toBe(false);
  await expect(setAside.attempt('d', 'drain', locked)).rejects.toThrow('locked');
  setAside.begin(SECOND);
  expect(await setAside.attempt('e', 'drain', locked)).toBe(false);
});
