import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKey, KEY_PREFIX, keyFault, PUBLISHABLE_PREFIX } from '../../../src/service/admission/api-key.ts';
import { clientOf } from '../../../src/service/admission/caller.ts';
import { OPERATIONS } from '../../../src/service/admission/costs.ts';
import { addAccount, publishKey, termsOfKey } from '../../../src/service/admission/counters/directory.ts';
import { burstLimit } from '../../../src/service/admission/limits/burst.ts';
import { ClientRates, clientRateTable } from '../../../src/service/admission/limits/client-rates.ts';
import { allowsOrigin, originFault, parseTerms, termsText } from '../../../src/service/admission/publishable/terms.ts';
import { newCounterFile } from './customer.ts';

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => `${labels.join('.')}.au`);

describe('a publishable key', () => {
  it('has a prefix and a length of its own, and one changed character is noticed', () => {
    const key = createKey(randomBytes, PUBLISHABLE_PREFIX);
    expect(key).toMatch(/^lbx_pub_[0-9A-Za-z]{38}$/);
    expect(key).toHaveLength('lbx_pub_'.length + 32 + 6);
    expect(keyFault(key)).toBeNull();
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.stringMatching(/^[0-9A-Za-z]$/), (at, letter) => {
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        expect(keyFault(changed) === null).toBe(changed === key);
      }),
    );
    expect(keyFault(KEY_PREFIX + key.slice(PUBLISHABLE_PREFIX.length))).not.toBeNull();
    expect(keyFault(PUBLISHABLE_PREFIX + createKey().slice(KEY_PREFIX.length))).not.toBeNull();
  });
});

describe('the origins of a publishable key', () => {
  it('are exact, or all below a name', () => {
    fc.assert(
      fc.property(host, label, label, (name, below, deeper) => {
        expect([originFault(`https://${name}`), originFault(`https://*.${name}`)]).toEqual([null, null]);
        expect(allowsOrigin([`https://${name}`], `https://${name}`)).toBe(true);
        expect(allowsOrigin([`https://${name}`], `https://${below}.${name}`)).toBe(false);
        const all = [`https://*.${name}`];
        expect(allowsOrigin(all, `https://${below}.${name}`)).toBe(true);
        expect(allowsOrigin(all, `https://${deeper}.${below}.${name}`)).toBe(true);
        for (const other of [
          `https://${name}`,
          `https://.${name}`,
          `http://${below}.${name}`,
          `https://${below}${name}`,
          `https://${below}.${name}:8443`,
          `https://${below}.${name}.evil.example`,
          `https://evil.example/${below}.${name}`,
          `https://a@${below}.${name}`,
          `https://a\r\n${below}.${name}`,
          'null',
          '',
        ])
          expect(allowsOrigin(all, other), other).toBe(false);
      }),
    );
  });

  it('are refused where they are no origins, or would be too many', () => {
    const odd = [
      '*',
      'null',
      '',
      'example.com',
      'https://example.com/',
      'https://example.com/path',
      'https://EXAMPLE.com',
      'https://example.com:443',
      'https://*.com',
      'https://*',
      'https://a.*.example.com',
      'http://*.example.com',
      'https://*.example.com:8443',
      'ftp://example.com',
      'https://user@example.com',
      `https://${'a.'.repeat(90)}example.com`,
    ];
    for (const origin of odd) expect(originFault(origin), origin).not.toBeNull();
    for (const origin of ['http://localhost:3000', 'https://example.com:8443', 'https://xn--bcher-kva.example'])
      expect(originFault(origin), origin).toBeNull();
  });

  const terms = fc.record({
    origins: fc.array(host.map((name) => `https://${name}`)),
    operations: fc.subarray([...OPERATIONS]),
    client: fc.record({ perSecond: fc.integer({ min: 1, max: 1000 }), size: fc.integer({ min: 1, max: 1000 }) }),
  });

  it('are found in the counter file by their key, and a secret key has none', () => {
    const file = newCounterFile();
    const account = addAccount(file, 'acme');
    const all = [null, ...fc.sample(terms, 20), null];
    const keys = all.map((each) =>
      publishKey(file, { sha256: randomBytes(32), account, revoked: false, expiresAt: null, terms: each }),
    );
    expect(keys.map((key) => termsOfKey(file, key))).toEqual(all.map((each) => each ?? undefined));
  });

  it('are read as they were written, and nothing else is read for terms', () => {
    fc.assert(fc.property(terms, (each) => void expect(parseTerms(termsText(each))).toEqual(each)));
    for (const text of [
      '',
      '{}',
      'null',
      '[]',
      '{"origins":["a"],"operations":["all"],"client":{"perSecond":1,"size":1}}',
    ])
      expect(parseTerms(text), text).toBeNull();
  });
});

describe('the rates of client addresses', () => {
  it('are those of a burst limit each, whoever else asks and whichever thread is asked', () => {
    let now = 1e15;
    const clock = { now: () => 0, steady: () => now };
    const table = clientRateTable();
    const threads = [new ClientRates(table, clock), new ClientRates(table, clock)];
    const limit = burstLimit({ perSecond: 10, size: 5 });
    const passed = (subject: string, tries: number) =>
      Array.from({ length: tries }, (_, i) => threads[i % 2].pass(subject, limit)).filter((wait) => wait === 0).length;
    for (let i = 0; i < 200; i++) expect(passed(`client ${i}`, 8)).toBe(5);
    expect(threads[0].pass('client 0', limit)).toBeCloseTo(1e8, -3);
    now += 3e8;
    for (let i = 0; i < 200; i++) expect(passed(`client ${i}`, 8)).toBe(3);
    now += 1e12;
    expect(passed('client 0', 8)).toBe(5);
  });

  it('seldom hold one client for another among ten thousand', () => {
    const clock = { now: () => 0, steady: () => 1e15 };
    const rates = new ClientRates(clientRateTable(), clock);
    const limit = burstLimit({ perSecond: 1, size: 1 });
    let refused = 0;
    for (let i = 0; i < 10_000; i++) if (rates.pass(`10.${i >> 8}.${i & 255}.7`, limit) > 0) refused++;
    expect(refused).toBeLessThan(250);
  });
});

describe('the client that an address stands for', () => {
  it('is an IPv4 address, or a network of IPv6', () => {
    const cases: [string, string][] = [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
      ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
      ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
      ['203.0.113.7:51234', '203.0.113.7'],
      ['[::ffff:cb00:7107]:443', '203.0.113.7'],
      ['fe80::1%eth0', 'fe80:0:0:0'],
      ['2001:db8::1', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
      ['unknown', 'unknown'],
    ];
    for (const [address, client] of cases) expect(clientOf(address), address).toBe(client);
  });
});
