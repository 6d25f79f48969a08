import type { Migrated } from '../../ledger/ledger.ts';
import type { MeterDamage } from './meter-check.ts';
import type { SetAsideNews } from './set-aside.ts';

/** What the sidecar reports to the log. */
export type SidecarEvent =
  | { readonly kind: 'ledger-open'; readonly place: string; readonly database: string }
  | ({ readonly kind: 'ledger-migrated' } & Migrated)
  | { readonly kind: 'ledger-away'; readonly reason: string }
  | { readonly kind: 'ledger-back' }
  | { readonly kind: 'clock-off'; readonly milliseconds: number }
  | { readonly kind: 'clock-agrees' }
  | { readonly kind: 'counters-created'; readonly path: string; readonly reason: string }
  | { readonly kind: 'machine-lost'; readonly machine: string; readonly leases: number }
  | { readonly kind: 'published'; readonly accounts: number; readonly keys: number }
  | ({ readonly kind: 'set-aside' } & SetAsideNews)
  | ({ readonly kind: 'counter-damaged' } & MeterDamage);

/** Receives the events of the sidecar. */
export type Report = (event: SidecarEvent) => void;
