import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Headers } from '../../../src/service/admission/admit.ts';
import { CreditHeaders } from '../../../src/service/admission/credit-headers.ts';
import { admitByKeys, admitWithoutKey, developmentKey } from '../../../src/service/admission/key-file.ts';

/** Header lines as they go over the wire. */
function linesOf(headers: Headers): string[] {
  const text = (part: string | Uint8Array) => (typeof part === 'string' ? part : Buffer.from(part).toString('latin1'));
  return headers.flatMap(([name, value]) => `${text(name)}: ${text(value)}`.split('\r\n'));
}

const count = fc.oneof(fc.nat(12), fc.nat(1e6), fc.nat(Number.MAX_SAFE_INTEGER));
const state = fc.record({
  resetsAt: fc.constantFrom('2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'),
  resetsIn: count,
  limit: fc.oneof(fc.constant(-1), fc.constant(0), count),
  remaining: count,
  burst: fc.oneof(fc.constant(0), fc.nat(1000)),
  burstSeconds: fc.nat(1000),
  burstLeft: fc.record({ requests: count, oneMoreIn: count }),
});

describe('The headers of an account’s credits', () => {
  it('tell its limit, what is left and its burst, and leave out what does not apply, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 6 }), (states) => {
        const headers = new CreditHeaders('address');
        for (const { resetsAt, resetsIn, limit, remaining, burst, burstSeconds, burstLeft } of states) {
          const policies = [];
          const left = [];
          if (burst > 0) {
            policies.push(`"burst";q=${burst};w=${burstSeconds}`);
            left.push(`"burst";r=${burstLeft.requests};t=${burstLeft.oneMoreIn}`);
          }
          if (limit >= 0) {
            policies.push(`"credits";q=${limit};qu="credits"`);
            left.push(`"credits";r=${remaining};t=${resetsIn}`);
          }
          const lines = linesOf(
            headers.of({ resetsAt, resetsIn, limit, remaining, burst, burstSeconds, burstLeft }),
          ).sort();
          expect(lines).toEqual(
            [
              'X-RateLimit-Product: address',
              `X-RateLimit-Reset: ${resetsAt}`,
              ...(limit >= 0 ? [`X-RateLimit-Limit: ${limit}`, `X-RateLimit-Remaining: ${remaining}`] : []),
              ...(policies.length > 0
                ? [`RateLimit-Policy: ${policies.join(', ')}`, `RateLimit: ${left.join(', ')}`]
                : []),
            ].sort(),
          );
        }
      }),
    );
  });

  it('of a development key, which is uncapped, are the product and the end of the month alone', () => {
    const key = developmentKey('lbx_dev');
    const admitted = admitByKeys([key])('lbx_dev', 'address', 0, { header: () => '', address: () => '' });
    const now = new Date();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    const lines = linesOf(admitted.admitted ? admitted.settle(200) : []);
    expect(lines).toEqual(['X-RateLimit-Product: address', `X-RateLimit-Reset: ${month.toISOString()}`]);
    expect(admitWithoutKey([key])?.(null, 'address', 0, { header: () => '', address: () => '' }).admitted).toBe(true);
    expect(admitWithoutKey([{ sha256: '', account: 'acme', products: [] }])).toBeNull();
  });
});
