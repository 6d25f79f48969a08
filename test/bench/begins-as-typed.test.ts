import { describe, expect, it } from 'vitest';
import { beginsAsTyped } from '../../bench/address/accuracy/real/agreement.ts';

describe('a line that begins as typed', () => {
  const line = "UNIT 168, LEVEL 1, 12 O'BRIEN STREET | ST KILDA | VIC | 3182";

  it.each([
    'u',
    'Unit 16',
    'unit 168, ',
    'unit 168 level 1, 12 obrien',
    "UNIT 168, LEVEL 1, 12 O'Brien Street, St Kil",
  ])('does so whatever the case and punctuation: %j', (typed) => {
    expect(beginsAsTyped(line, typed)).toBe(true);
  });

  it.each(['unit 16, ', 'unit 16 ', 'unit 168 12', '168'])('holds every word that was finished: %j', (typed) => {
    expect(beginsAsTyped(line, typed)).toBe(false);
  });
});
