/** A quantity that accounts share. */
export interface Shares {
  /** Lets an account hold so much more, or changes nothing where it may not. */
  take(account: string, amount: number): boolean;
  /** Takes what an account held back. */
  giveBack(account: string, amount: number): void;
}

/**
 * Divides a quantity: an account may hold no more than is left for others, so that one alone gets half of it, two a third each, and there is always
 * something for who comes next (dynamic thresholds, Choudhury and Hahne 1998).
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
