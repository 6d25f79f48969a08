import type { AccountsTransaction, DailyKeyUsage } from './accounts-store.ts';

/**
 * The usage of an organization by day, key and operation, oldest first, both days included. Usage
 * without a known key (from before keys were counted, or lost with a killed process) has the key
 * null, so that the sums by operation are those of all usage.
 */
export async function usageByKey(
  tx: AccountsTransaction,
  organization: string,
  fromDay: string,
  toDay: string,
): Promise<DailyKeyUsage[]> {
  const byKey = await tx.dailyKeyUsage(organization, fromDay, toDay);
  const known = new Map<string, { requests: number; credits: number }>();
  for (const { day, operation, requests, credits } of byKey) {
    const sum = known.get(`${day} ${operation}`) ?? { requests: 0, credits: 0 };
    known.set(`${day} ${operation}`, { requests: sum.requests + requests, credits: sum.credits + credits });
  }
  const rest = (await tx.dailyUsage(organization, fromDay, toDay)).flatMap((all): DailyKeyUsage[] => {
    const { day, operation } = all;
    const { requests, credits } = known.get(`${day} ${operation}`) ?? { requests: 0, credits: 0 };
    if (all.credits <= credits && all.requests <= requests) return [];
    return [
      {
        day,
        key: null,
        operation,
        requests: Math.max(0, all.requests - requests),
        credits: Math.max(0, all.credits - credits),
      },
    ];
  });
  return [...byKey, ...rest].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
