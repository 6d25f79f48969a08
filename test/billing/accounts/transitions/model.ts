import { charge } from '../../../../src/billing/accounts/plans/money.ts';
import { addDuration, parseDuration } from '../../../../src/billing/accounts/plans/period.ts';
import { grantedCredits, type Plan, usagePrice } from '../../../../src/billing/accounts/plans/plan.ts';
import { plan } from '../world.ts';

/** A window as the model sees it: what was used in it, and whether what is left goes on to the next. */
export interface ModelWindow {
  readonly plan: Plan;
  used: number;
  carries: boolean;
  /** It goes on with what the window before left over, and is granted nothing. */
  readonly continues?: boolean;
}

/**
 * A second, naive account of plans: the specification's table as a literal list of moves, months counted by hand, and
 * credits computed once at the end, from the first window to the last, from what was used. It knows nothing of
 * settlement, invoices or effects.
 */
export class Model {
  readonly windows: ModelWindow[] = [{ plan: plan('free'), used: 0, carries: false }];
  pending: string | null = null;
  verified = false;
  /** The plan of a change that waits for its payment. */
  unpaid: string | null = null;
  anchor: number;
  periods = 1;
  now: number;
  planInvoices = 0;
  suspendedSince: number | null = null;
  /** Scheduled changes that have become the plan. */
  applied = 0;

  constructor(now: number) {
    this.now = now;
    this.anchor = now;
  }

  get current(): Plan {
    return this.windows[this.windows.length - 1].plan;
  }

  get periodEnd(): number {
    return addDuration(this.anchor, parseDuration(this.current.period)!, this.periods);
  }

  /** Rolls over every period that has ended. */
  catchUp(): number {
    let ended = 0;
    if (this.suspendedSince !== null) return 0;
    while (this.now >= this.periodEnd) {
      const end = this.periodEnd;
      const next = plan(this.pending ?? this.current.id);
      if (this.pending !== null) this.applied++;
      this.pending = null;
      const sameLength = next.period === this.current.period;
      this.open(next, this.current.shape === 'payg');
      if (sameLength) {
        this.periods++;
      } else {
        this.anchor = end;
        this.periods = 1;
      }
      ended++;
    }
    return ended;
  }

  /** Whether the move is accepted; then it is made. */
  change(id: string): boolean {
    return this.suspendedSince === null && this.unpaid === null && this.move(id);
  }

  /** The same for a cancellation, which a suspended customer may ask for too. */
  cancel(): boolean {
    return this.unpaid === null && this.move('free');
  }

  /** A change at once that has a price is noted, and waits for its payment. */
  beginPayment(id: string): boolean {
    const before = this.copy();
    if (!this.change(id)) return false;
    const isPaid =
      this.current.id === id && this.current.shape === 'included' && this.windows.length > before[0].length;
    this.restore(before);
    if (!isPaid) return false;
    this.catchUp();
    this.unpaid = id;
    return true;
  }

  /** It is paid, or never will be. */
  endPayment(isPaid: boolean): boolean {
    if (this.unpaid === null) return false;
    this.catchUp();
    const target = plan(this.unpaid);
    this.unpaid = null;
    if (!isPaid) return true;
    this.pending = null;
    this.open(target, this.current.shape !== 'payg');
    this.anchor = this.now;
    this.periods = 1;
    return true;
  }

  /** Time stands still from now on; usage that has a price is billed. */
  suspend(): boolean {
    if (this.suspendedSince !== null) return false;
    this.catchUp();
    this.suspendedSince = this.now;
    if (usagePrice(this.current) === null) return true;
    this.windows[this.windows.length - 1].carries = true;
    this.windows.push({ plan: this.current, used: 0, carries: false, continues: true });
    return true;
  }

  /** The period ends as much later as time stood still in it. */
  resume(): boolean {
    if (this.suspendedSince === null) return false;
    const start = addDuration(this.anchor, parseDuration(this.current.period)!, this.periods - 1);
    const stood = this.now - Math.max(this.suspendedSince, this.periods === 0 ? 0 : start);
    this.suspendedSince = null;
    if (stood <= 0) return true;
    this.anchor = this.periodEnd + stood;
    this.periods = 0;
    return true;
  }

  private move(id: string): boolean {
    const before = this.copy();
    this.catchUp();
    const target = plan(id);
    const move = MOVES[`${this.current.id} ${target.id}`] ?? MOVES[`${this.current.shape} ${target.shape}`];
    const scheduledAlready = move === 'at the end' && this.pending === id;
    const unverified = target.shape !== 'free' && !this.verified;
    if (move === undefined || id === this.current.id || !target.offered || scheduledAlready || unverified) {
      this.restore(before);
      return false;
    }
    if (move === 'at the end') {
      this.pending = id;
    } else {
      this.pending = null;
      this.open(target, move === 'now, credits carry');
      this.anchor = this.now;
      this.periods = 1;
    }
    return true;
  }

  /** An operator's change: at once, whatever the moves say, and not invoiced. */
  setPlan(id: string, carries: boolean): boolean {
    if (this.unpaid !== null) return false;
    this.catchUp();
    this.pending = null;
    this.open(plan(id), carries, false);
    this.anchor = this.now;
    this.periods = 1;
    return true;
  }

  cancelScheduled(): boolean {
    if (this.unpaid !== null) return false;
    const before = this.copy();
    this.catchUp();
    if (this.pending === null) {
      this.restore(before);
      return false;
    }
    this.pending = null;
    return true;
  }

  /** Per window: credits to bill, cents to charge, and what becomes of the rest. */
  account() {
    let carried = 0;
    return this.windows.map((window) => {
      const granted = window.continues ? 0 : grantedCredits(window.plan);
      const available = granted + carried;
      const price = usagePrice(window.plan);
      const billed = price === null ? 0 : Math.max(0, window.used - available);
      const left = Math.max(0, available - window.used);
      const passedOn = window.carries ? left : 0;
      const row = { granted, carried, billed, cents: price === null ? 0 : charge(billed, price), left, passedOn };
      carried = passedOn;
      return row;
    });
  }

  private open(next: Plan, carries: boolean, isInvoiced = true): void {
    this.windows[this.windows.length - 1].carries = carries;
    this.windows.push({ plan: next, used: 0, carries: false });
    if (isInvoiced && next.shape === 'included') this.planInvoices++;
  }

  private copy() {
    return [
      this.windows.map((window) => ({ ...window })),
      this.pending,
      this.anchor,
      this.periods,
      this.planInvoices,
      this.applied,
    ] as const;
  }

  private restore([windows, pending, anchor, periods, planInvoices, applied]: ReturnType<Model['copy']>): void {
    this.windows.splice(0, Number.POSITIVE_INFINITY, ...windows);
    Object.assign(this, { pending, anchor, periods, planInvoices, applied });
  }
}

type Move = 'now, credits carry' | 'now, fresh' | 'at the end';

/** From and to, by shape, and by plan between the included-credit plans of the test catalogue. */
const MOVES: Readonly<Record<string, Move | undefined>> = {
  'free included': 'now, credits carry',
  'free payg': 'now, credits carry',
  'payg included': 'now, fresh',
  'payg free': 'now, fresh',
  'included payg': 'now, credits carry',
  'included free': 'at the end',
  'small large': 'now, credits carry',
  'small twin': 'now, credits carry',
  'small dear': 'now, credits carry',
  'small odd': 'now, credits carry',
  'small yearly': 'now, credits carry',
  'large small': 'at the end',
  'large yearly': 'now, credits carry',
  'twin small': 'at the end',
  'twin yearly': 'now, credits carry',
  'dear small': 'at the end',
  'dear yearly': 'now, credits carry',
  'odd small': 'at the end',
  'odd yearly': 'now, credits carry',
  'yearly small': 'at the end',
  'yearly large': 'at the end',
  'yearly twin': 'at the end',
  'yearly dear': 'at the end',
  'yearly odd': 'at the end',
};
