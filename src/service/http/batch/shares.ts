/** A quantity shared by accounts. */
export interface Shares {
  /** Lets an account hold `amount` more; if it may not, returns false and changes nothing. */
  take(account: string, amount: number): boolean;
  /** Returns what an account held. */
  giveBack(account: string, amount: number): void;
}

/**
 * Divides a quantity: an account may hold no more than remains for others, so that a single one
 * gets half of it, two get a third each, and there is always something for a newcomer (dynamic
 * thresholds, Choudhury and Hahne 1998).
 */
export function sharesOf(most: number): Shares {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(account, amount) {
      const own = (held.get(account) ?? 0) + amount;
      if (own > most - (all + amount)) return false;
      held.set(account, own);
      all += amount;
      return true;
    },
    giveBack(account, amount) {
      const own = (held.get(account) ?? 0) - amount;
      if (own > 0) held.set(account, own);
      else held.delete(account);
      all -= amount;
    },
  };
}
