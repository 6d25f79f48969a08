import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlain, shown } from '../../src/system/shown-text.ts';

/** What a Unicode terminal or browser would lay out in another order than it is written. */
const turning = fc.constantFrom(...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]);

it('A text with a character that turns the direction is no name, and is shown with that written out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), turning, fc.string({ unit: 'grapheme' }), (before, code, after) => {
      const name = before + String.fromCharCode(code) + after;
      expect(isPlain(name)).toBe(false);
      expect(shown(name)).toContain(`[U+${code.toString(16).toUpperCase()}]`);
      expect(shown(name)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

it('A name in any script is plain, and shown as it is', () => {
  for (const name of ['Acme Pty Ltd', 'שלום בע״מ', 'مفتاح\u200f 1', '株式会社', "O'Brien & Sons – 🏠"]) {
    expect(isPlain(name)).toBe(true);
    expect(shown(name)).toBe(name);
  }
});
