import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublic, parseRange, reachableAddress } from '../../../../src/billing/accounts/events/sending/reachable.ts';
import { cases } from '../../../support/cases.ts';

/** Ranges of IPv4 that are not of the public internet (RFC 6890 and its successors), as prefix and bits. */
const NOT_PUBLIC: readonly (readonly [number, number])[] = [
  [0x00000000, 8],
  [0x0a000000, 8],
  [0x64400000, 10],
  [0x7f000000, 8],
  [0xa9fe0000, 16],
  [0xac100000, 12],
  [0xc0000000, 24],
  [0xc0000200, 24],
  [0xc0a80000, 16],
  [0xc6120000, 15],
  [0xc6336400, 24],
  [0xcb007100, 24],
  [0xe0000000, 4],
  [0xf0000000, 4],
];

const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
const hex = (address: number) => `${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}`;

const NOWHERE = async () => {
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
};

it('no address inside a network is public, in whatever form it is written (§11.6)', () => {
  const inside = fc
    .constantFrom(...NOT_PUBLIC)
    .chain(([prefix, bits]) => fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((host) => (prefix + host) >>> 0));
  fc.assert(
    fc.property(inside, (address) => {
      const forms = [
        dotted(address),
        `::ffff:${hex(address)}`,
        `::${hex(address)}`,
        `64:ff9b::${hex(address)}`,
        `64:ff9b:1::${hex(address)}`,
        `2002:${hex(address)}::1`,
        `2001:0:${hex(address)}::1`,
      ];
      expect(forms.filter(isPublic)).toEqual([]);
    }),
    { numRuns: cases(200, 20_000) },
  );
});

it('of IPv6 only global addresses are public', () => {
  for (const address of [
    '::',
    '::1',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
  ])
    expect({ address, isPublic: isPublic(address) }).toEqual({ address, isPublic: false });
  for (const address of ['2606:4700::1111', '2404:6800:4006:80a::200e', '1.1.1.1', '203.2.218.214'])
    expect({ address, isPublic: isPublic(address) }).toEqual({ address, isPublic: true });
});

it.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://１２７.０.０.１/',
])('%s leads nowhere', async (url) => {
  expect(await reachableAddress(new URL(url), [], NOWHERE)).toEqual({
    fault: 'The address is not one of the public internet.',
  });
});

it('a name is connected to at the address that was checked, never at one inside the network', async () => {
  const url = new URL('https://hooks.example/');
  const to = (...addresses: string[]) => reachableAddress(url, [parseRange('10.1.0.0/16')!], async () => addresses);
  expect(await to('10.0.0.1', '203.2.218.214')).toEqual({ address: '203.2.218.214' });
  expect(await to('10.1.2.3')).toEqual({ address: '10.1.2.3' });
  expect(await to('10.2.0.1', 'fe80::1')).toEqual({ fault: 'The address is not one of the public internet.' });
  expect(await to()).toEqual({ fault: 'The address is not one of the public internet.' });
  expect(await reachableAddress(url, [], NOWHERE)).toEqual({
    fault: 'The name hooks.example has no address: ENOTFOUND.',
  });
  expect(await reachableAddress(new URL('http://203.2.218.214/'), [], NOWHERE)).toEqual({
    fault: 'Messages are sent over https only.',
  });
});

it('ranges are parsed in either notation, and anything else is refused', () => {
  for (const text of ['10.0.0.0/8', '10.1.2.3', 'fd00::/8', '::1']) expect(parseRange(text)).not.toBeNull();
  for (const text of ['', 'localhost', '10.0.0.0/33', '10.0.0.256', 'example.com/8'])
    expect(parseRange(text)).toBeNull();
});
