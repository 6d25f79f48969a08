import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from './support/description.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { encodeAll, hasControls, QueryClient } from './support/query-client.ts';

let server: FakeServer;
let client: QueryClient;
beforeAll(async () => {
  server = await startFakeServer();
  client = new QueryClient(server.port);
});
afterAll(() => {
  client.end();
  server.close();
});

const VALIDATE = '/v1/address/validate';

/** A q as it is read. */
const spaced = (text: string) => text.replace(/[\t\n\r]/g, ' ');

describe('decoding', () => {
  it('§1.4: decodes any text, with every byte encoded or only where needed, and with + or %20 for spaces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
          .map(spaced)
          .filter((text) => !hasControls(text)),
        async (text) => {
          for (const encoded of [
            encodeAll(text),
            encodeURIComponent(text),
            new URLSearchParams({ q: text }).toString().slice(2),
          ]) {
            expect(await client.accepted(VALIDATE, `q=${encoded}`)).toEqual({ q: text, debug: false });
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes raw UTF-8 like encoded UTF-8', async () => {
    for (const text of ['Österreich', '日本', '😀x', '\u00a0', 'a\u2028b']) {
      const raw = Buffer.from(text).toString('latin1');
      expect(await client.accepted(VALIDATE, `q=${raw}`)).toEqual({ q: text, debug: false });
      expect(await client.accepted(VALIDATE, `q=a+${raw}%20b`)).toEqual({ q: `a ${text} b`, debug: false });
    }
  });

  it('§1.5: accepts encoded bytes exactly when they are UTF-8 without control characters', async () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0x41, 0xc2, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 6 }),
        fc.array(byte, { minLength: 1, maxLength: 5 }),
        async (a, b) => {
          for (const sent of [Buffer.from(a), Buffer.from(b)]) {
            let text: string | null;
            try {
              text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sent);
            } catch {
              text = null;
            }
            const encoded = Array.from(sent, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
            if (text === null) expect(await client.refused(VALIDATE, `q=${encoded}`)).toEqual({ q: ['must be UTF-8'] });
            else if (hasControls(spaced(text)))
              expect(Object.keys(await client.refused(VALIDATE, `q=${encoded}`))).toEqual(['q']);
            else expect(await client.accepted(VALIDATE, `q=${encoded}`)).toEqual({ q: spaced(text), debug: false });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses overlong forms, surrogates, and code points past the last', async () => {
    for (const odd of [
      '%C0%AF',
      '%C1%81',
      '%E0%80%AF',
      '%F0%80%80%AF',
      '%ED%A0%80',
      '%ED%BF%BF',
      '%F4%90%80%80',
      '%F8%88%80%80%80',
    ]) {
      expect(await client.refused(VALIDATE, `q=a${odd}`), odd).toEqual({ q: ['must be UTF-8'] });
    }
  });

  it('refuses raw bytes that are not UTF-8, as it refuses encoded ones', async () => {
    for (const odd of ['\xff', '\xc3', 'a\xc3(', '\xed\xa0\x80', '\xc0\xaf', '\xe9tage']) {
      expect(await client.refused(VALIDATE, `q=${odd}`), JSON.stringify(odd)).toEqual({ q: ['must be UTF-8'] });
    }
    expect(await client.accepted(VALIDATE, 'q=%EF%BF%BD')).toEqual({ q: '\ufffd', debug: false });
  });

  it('refuses a percent sign without two hexadecimal digits after it', async () => {
    for (const odd of ['%', '%4', 'a%', '%zz', '%4g', '%g4', '%%41', '%u0041', '%-1', '% 41']) {
      const details = await client.refused(VALIDATE, `q=${odd.replace(' ', '+')}`);
      expect(details, odd).toEqual({ q: ['must be percent-encoded: a "%" is followed by two hexadecimal digits'] });
    }
    expect(await client.refused(VALIDATE, 'q=%4&debug=1')).toHaveProperty('q');
  });

  it('§1.6: reads line breaks and tabs in q as spaces, and refuses them elsewhere', async () => {
    const pasted = '2 Perth St\r\n\tSunnybank\nQLD\r4109';
    const q = '2 Perth St   Sunnybank QLD 4109';
    expect(await client.accepted(VALIDATE, `q=${encodeURIComponent(pasted)}`)).toEqual({ q, debug: false });
    const { q: typed } = (await client.accepted('/v1/address/autocomplete', 'q=2+perth%0A')) as { q: string };
    expect(typed).toBe('2 perth ');
    for (const [path, name] of [
      ['/v1/address/enrich', 'id'],
      ['/v1/address/lookup/suburb', 'suburb'],
    ])
      for (const broken of ['%09', '%0A', '%0D'])
        expect(await client.refused(path, `${name}=a${broken}b`)).toEqual({
          [name]: ['must not contain control characters'],
        });
  });

  it('§1.5: refuses NUL and every other control character', async () => {
    for (let code = 0; code < 0xa0; code++) {
      const text = String.fromCharCode(code);
      if (!hasControls(spaced(text))) continue;
      const details = await client.refused(VALIDATE, `q=a${encodeAll(text)}b`);
      expect(details, `U+${code.toString(16)}`).toEqual({ q: ['must not contain control characters'] });
    }
    expect(await client.refused(VALIDATE, 'q=a\xc2\x85b')).toEqual({ q: ['must not contain control characters'] });
  });
});

describe('duplicates', () => {
  it('§1.5: of every known parameter are refused, with equal values or not, however the name is encoded', async () => {
    for (const [path, operation] of Object.entries(operations)) {
      for (const { name, example } of operation.parameters ?? []) {
        const value = encodeURIComponent(example);
        for (const again of [
          `${name}=${value}`,
          `${encodeAll(name)}=${value}`,
          name,
          `${name}=`,
          `${encodeAll(name[0])}${name.slice(1)}=%zz`,
        ]) {
          const details = await client.refused(path, `${name}=${value}&x=1&${again}`);
          expect(details[name], `${path} ${again}`).toContain('must be given only once');
        }
      }
    }
  });

  it('are reported once, however many there are', async () => {
    expect(await client.refused(VALIDATE, 'q=a&q=b&q=c&q=d')).toEqual({ q: ['must be given only once'] });
  });

  it('are found if the name is encoded, too', async () => {
    expect(await client.accepted(VALIDATE, '%71=a')).toEqual({ q: 'a', debug: false });
    expect(await client.accepted(VALIDATE, '%71=a&%64ebug=true')).toEqual({ q: 'a', debug: true });
  });
});
