import { inStyle, randomStyle, words } from '../../language/phrasing.ts';
import type { QueryClass } from '../../question.ts';
import { oneOf } from '../asking.ts';
import { BESIDE_ADDRESS } from './beside-address.ts';
import { CALLED } from './called.ts';
import { CONTRADICTED } from './contradicted.ts';
import { absent, address, nothing, parcel, placed, street, whole } from './lines.ts';
import { PARTS_SAID } from './parts-said.ts';
import { PLACES } from './places.ts';

/**
 * What lists and bug reports show: a postcode before its state, corners behind a building, parcels of land,
 * numbers that a spreadsheet made dates of, gates, lots, notes, and lines said twice.
 */
export const WILD: readonly QueryClass[] = [
  address('wild: postcode before the state', (said, setting) =>
    placed(setting, said, street(setting, said), [said.locality, said.postcode, said.state]),
  ),
  address('wild: postcode before the place', (said, setting) =>
    placed(setting, said, street(setting, said), [said.postcode, said.locality, oneOf(setting.random, '', said.state)]),
  ),
  absent('wild: no number, postcode where it stands', (said, setting) => {
    const { locality, postcode, state } = said;
    const [before, after] = [
      [locality, postcode, state],
      [locality, state, postcode],
    ];
    return placed(setting, said, street(setting, { ...said, number: '' }), oneOf(setting.random, before, after));
  }),
  address('wild: parcel behind the address', (said, setting) => {
    const line = placed(setting, said, street(setting, said), [said.locality, said.state, said.postcode]);
    return line === null ? null : `${line} (${parcel(setting)})`;
  }),
  absent('wild: dates for numbers', (said, setting) => {
    const { random } = setting;
    if (!/^\d\d?$/.test(said.number)) return null;
    const month = oneOf(random, 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec');
    const date = oneOf(random, `${month}-${said.number}`, `${said.number}-${month}`, `1/${random.between(1, 12)}/2034`);
    return placed(setting, said, `${date}, ${street(setting, { ...said, number: '' })}`, [said.locality, said.state]);
  }),
  address('wild: The before the street', (said, setting) =>
    said.name.startsWith('THE ') ? null : whole(setting, said, street(setting, { ...said, name: `THE ${said.name}` })),
  ),
  {
    ...address('wild: gate, dock or platform', (said, setting) => {
      const { random } = setting;
      const gate = `${oneOf(random, 'GATE', 'DOCK', 'PLATFORM', 'DOOR', 'BUILDING')} ${random.between(1, 30)}`;
      return whole(setting, said, `${gate}, ${street(setting, said)}`);
    }),
    // Which of them are words of units, and which are left over, is the release's to say.
    goals: { right: 0.98 },
  },
  address('wild: lot with the number', (said, setting) => {
    const number = oneOf(setting.random, `(#${said.number})`, `(NO. ${said.number})`, `(NO ${said.number})`);
    return whole(setting, said, `LOT ${setting.random.between(100, 900)} ${street(setting, { ...said, number })}`);
  }),
  address('wild: note behind a dash', (said, setting) => {
    const note = oneOf(
      setting.random,
      'LEAVE AT DOOR',
      'RING THE BELL',
      'DOG IN YARD',
      'CALL ON ARRIVAL',
      'SIDE ENTRANCE',
    );
    const line = whole(setting, said, street(setting, said));
    return line === null
      ? null
      : `${line}${oneOf(setting.random, ' - ', ' \u2013 ', ' \u2014 ', ' \u00e2\u20ac\u201c ')}${note}`;
  }),
  address('wild: said twice', (said, setting) => {
    const line = whole(setting, said, street(setting, said));
    return line === null ? null : `${line}${oneOf(setting.random, ', ', ' ')}${line}`;
  }),
  nothing('wild: parcel lockers', 'po_box', (said, { random }) => {
    const locker = `PARCEL LOCKER ${random.between(10_000, 99_999)} ${random.between(10_000, 99_999)}`;
    return inStyle(`${locker}, ${words(said.locality, said.state, said.postcode)}`, randomStyle(random));
  }),
  nothing('wild: parcels', 'parcel', (said, setting) => {
    const land = parcel(setting);
    return oneOf(setting.random, land, `${land}, ${words(said.locality, said.state)}`);
  }),
  ...CONTRADICTED,
  ...BESIDE_ADDRESS,
  ...PLACES,
  ...CALLED,
  ...PARTS_SAID,
];
