import type { Effect } from './effect.ts';
import type { Instant } from './period.ts';

/**
 * A line of the credit book, which is only ever added to. Credits come into a window by `granted` and `carried-in`, and
 * leave it by use (in the usage entries), `carried-out` and `expired`. Corrections after late usage are
 * lines of their own and may be negative.
 */
export interface CreditMovement {
  readonly window: number;
  readonly kind: 'granted' | 'carried-in' | 'carried-out' | 'expired';
  readonly credits: number;
  readonly at: Instant;
}

/** The lines that effects add to the credit book. */
export function creditMovements(effects: readonly Effect[], at: Instant): CreditMovement[] {
  return effects.flatMap((effect): CreditMovement[] => {
    switch (effect.kind) {
      case 'credits-granted':
        return [{ window: effect.window, kind: 'granted', credits: effect.credits, at }];
      case 'credits-carried':
        return [
          { window: effect.from, kind: 'carried-out', credits: effect.credits, at },
          { window: effect.to, kind: 'carried-in', credits: effect.credits, at },
        ];
      case 'credits-expired':
        return [{ window: effect.window, kind: 'expired', credits: effect.credits, at }];
      default:
        return [];
    }
  });
}
