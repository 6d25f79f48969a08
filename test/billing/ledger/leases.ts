import { keyShare } from '../../../src/billing/credits/sidecar/keys/publish-keys.ts';
import * as leases from '../../../src/billing/ledger/leases/leases.ts';
import type { MeteredAccount, MeteredKey } from '../../../src/billing/ledger/leases/pool.ts';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';

/** An account, metered in one of its windows. */
export const inWindow = (account: string, window = 1): MeteredAccount => ({ kind: 'account', account, window });

/** A key, metered on a day. */
export const onDay = (account: string, key: string, day: string | null): MeteredKey => ({
  kind: 'key',
  account,
  key,
  day,
});

interface Asked {
  readonly account: string;
  readonly window: number;
  readonly machine: string;
  /** Null for a lease without a cap. */
  readonly credits: number | null;
  readonly now: number;
}

/** Opens a lease of an account; null if its window is closed or not there. */
export async function openLease(ledger: Ledger, asked: Asked): Promise<leases.Grant | null> {
  const { account, window, machine, credits, now } = asked;
  const share = credits === null ? null : () => credits;
  return (await leases.openLeases(ledger, [{ of: inWindow(account, window), machine, share, now }]))[0];
}

/** Extends a lease of an account. */
export function extendLease(
  ledger: Ledger,
  asked: Asked & { readonly lease: number; readonly credits: number; readonly needed: number },
) {
  const { account, window, credits } = asked;
  return leases.extendLease(ledger, { ...asked, of: inWindow(account, window), share: () => credits });
}

/** Settles a lease of an account. */
export function settleLease(ledger: Ledger, lease: number, account: string, window: number, now: number) {
  return leases.settleLeases(ledger, [{ lease, of: inWindow(account, window) }], now);
}

interface KeyAsked {
  readonly account: string;
  readonly key: string;
  readonly machine: string;
  readonly day: string | null;
  readonly machines: number | null;
  readonly least: number;
  readonly now: number;
}

/** Opens a lease of a key. */
export async function openKeyLease(ledger: Ledger, asked: KeyAsked): Promise<leases.Grant> {
  const { account, key, day, machines, least } = asked;
  const share = day === null ? null : keyShare(machines, least);
  return (await leases.openLeases(ledger, [{ ...asked, of: onDay(account, key, day), share }]))[0]!;
}

/** Extends a lease of a key. */
export function extendKeyLease(ledger: Ledger, asked: KeyAsked & { readonly lease: number; readonly needed: number }) {
  const { account, key, day, machines, least } = asked;
  return leases.extendLease(ledger, { ...asked, of: onDay(account, key, day), share: keyShare(machines, least) });
}
