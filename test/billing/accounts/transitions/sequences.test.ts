import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../src/billing/accounts/transitions/account.ts';
import type { Effect } from '../../../../src/billing/accounts/transitions/effect.ts';
import { openAccount, transition } from '../../../../src/billing/accounts/transitions/transition.ts';
import { cases } from '../../../support/cases.ts';
import { CATALOGUE, plan } from '../world.ts';
import { commands, type Real, settleAndCompare } from './commands.ts';
import { Model } from './model.ts';

function pureMachine(now: number): Real {
  const opened = openAccount('org', plan('free'), now);
  let account: Account = opened.account;
  const effects: Effect[] = [...opened.effects];
  return {
    effects,
    account: async () => account,
    windows: async () => account.windows,
    use: async () => {},
    apply: async (trigger, time) => {
      const before = structuredClone(account);
      const result = transition(account, trigger, CATALOGUE, time);
      expect(account).toEqual(before);
      if (result.accepted) {
        account = result.account;
        effects.push(...result.effects);
      }
      return result;
    },
  };
}

const start = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });

describe('Random sequences of changes, usage, time and rollovers', () => {
  it('agree with a naive model of plans, credits and bills', async () => {
    await fc.assert(
      fc.asyncProperty(start, fc.commands(commands, { maxCommands: 60, size: 'max' }), async (date, sequence) => {
        const model = new Model(date.getTime());
        const real = pureMachine(date.getTime());
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await settleAndCompare(model, real);
      }),
      { numRuns: cases(400, 5000) },
    );
  });
});
