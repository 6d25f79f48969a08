import { describe, expect, it } from 'vitest';
import type { Answer } from '../../bench/address/accuracy/asker.ts';
import type { RealString } from '../../bench/address/accuracy/real/agreement.ts';
import { agrees, beginsAsTyped } from '../../bench/address/accuracy/real/agreement.ts';

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

const real = (q: string, more: Partial<RealString> = {}): RealString => ({
  q,
  state: 'NSW',
  postcode: null,
  locality: null,
  ...more,
});
const answer = (localityName: string, postcode: string, state = 'NSW'): Answer => ({
  id: 'GANSW1',
  addressLabel: '12 HIGH STREET',
  localityName,
  state,
  postcode,
  serviceMatchScore: 100,
  serviceMatchQuality: 'high',
  text: '',
});

describe('agreement of a match with a real string', () => {
  it('holds by the postcode alone', () => {
    expect(agrees(real('12 High St, Anywhere 2075', { postcode: '2075' }), answer('ST IVES', '2075'), [])).toBe(true);
  });

  it('holds by the locality among the words, folded, in either order, or written together', () => {
    for (const [q, name] of [
      ['12 High St, St. Ives', 'SAINT IVES'],
      ['12 high st east blaxland', 'BLAXLAND EAST'],
      ['12 High St Green Acre', 'GREENACRE'],
      ['12 High St, MT DRUITT', 'MOUNT DRUITT'],
      ["12 High St, O'Connor", 'OCONNOR'],
    ])
      expect(agrees(real(q), answer(name, '2000'), []), q).toBe(true);
  });

  it('holds by an alias of the locality', () => {
    expect(agrees(real('12 High St, Cronulla Beach'), answer('CRONULLA', '2230'), [])).toBe(true);
    expect(agrees(real('12 High St, The Rocks'), answer('SYDNEY', '2000'), [])).toBe(false);
    expect(agrees(real('12 High St, The Rocks'), answer('SYDNEY', '2000'), ['THE ROCKS'])).toBe(true);
  });

  it('fails in another state, and where neither locality nor postcode is said', () => {
    expect(agrees(real('12 High St Richmond', { postcode: '3121' }), answer('RICHMOND', '3121', 'VIC'), [])).toBe(
      false,
    );
    expect(agrees(real('12 High St Richmond', { postcode: '2753' }), answer('WINDSOR', '2756'), [])).toBe(false);
    expect(agrees(real('12 High St Mascot'), answer('ASCOT', '2000'), [])).toBe(false);
  });
});
