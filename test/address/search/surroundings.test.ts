import { beforeAll, describe, expect, it } from 'vitest';
import { type Document, openSample, placeOf, type Sample } from './sample.ts';
import { isHouse, isLot, isPlain, isUnit, number, part, rest, street, unread } from './written.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

/** Two in five of the houses. */
const isSome = (record: Document) => isPlain(record) && /[0-3]$/.test(record.id);

const house = (record: Document) => `${number(record)} ${rest(record)}`;

describe('What stands beside an address is no part of it', () => {
  it.each([
    'c/-',
    'C/- Jane Brown,',
    'c/o John Citizen,',
    'Care of Jane Brown',
    'Attn: Accounts Payable,',
    'Attention Jane Brown,',
    'Mr J Smith,',
    'Mr & Mrs Brown,',
    'The Manager,',
    'Acme Pty Ltd,',
    'Acme Pty. Ltd.',
    'Smith & Sons Pty Limited',
    'Address:',
    'Delivery address:',
    'Home Address:',
    'Our address: ',
    'at',
    'Located at',
    'Deliver to:',
    '1.',
    '12)',
    ' 3. ',
  ])('%s', (before) => {
    expect(unread(sample, isSome, (record) => `${before} ${house(record)}`, 500)).toEqual([]);
    const digits = (record: Document) => isUnit(record) && /^\d+$/.test(part(record, 'flatNumber'));
    const unit = (record: Document) => `${before} Unit ${part(record, 'flatNumber')}, ${house(record)}`;
    expect(unread(sample, digits, unit, 20)).toEqual([]);
  });

  it.each([
    'Ph 03 9123 4567',
    'Tel: 0412 345 678',
    ', phone (03) 9123-4567',
    '03 9123 4567',
    '(02) 9123-4567',
    '08 91234567',
    '0412 345 678',
    '0412345678',
    'T: 07 3123 4567',
    ', M 0412-345-678',
    '+61 3 9123 4567',
    '+61 412 345 678',
    '+61412345678',
    '1300 123 456',
    'jane.brown@example.com.au',
    '<j-brown@example.org>',
    'ABN 12 345 678 901',
  ])('%s', (aside) => {
    expect(unread(sample, isSome, (record) => `${house(record)} ${aside}`, 500)).toEqual([]);
    expect(unread(sample, isSome, (record) => `${aside}, ${house(record)}`, 500)).toEqual([]);
  });

  it.each(['0412 345', '03 912 4567', '03, 9123, 4567', '1400 123 456', '61 345 678'])('but not %s', (numbers) => {
    const high = sample.principals
      .filter(isSome)
      .map((record) => `${house(record)} ${numbers}`)
      .filter((q) => sample.validate(q).serviceMatchQuality === 'high');
    expect(high).toEqual([]);
  });

  it('the word POSTCODE', () => {
    const write = (r: Document) => `${number(r)} ${street(r)}, ${r.localityName} ${r.state} postcode ${r.postcode}`;
    expect(unread(sample, isSome, write, 500)).toEqual([]);
  });
});

describe('Words outside an address that is as it was given cost a fifth at most', () => {
  it.each([
    'St Vincent de Paul Society, ',
    'Jane Brown, ',
    'Dept of Health - ',
    'Blue Gum Early Learning Centre: ',
    'Margaret Mackenzie ',
    'Best & Less, ',
    '[tenant] ',
  ])('before it: %s', (name) => {
    expect(unread(sample, isSome, (record) => `${name}${house(record)}`, 500, 80)).toEqual([]);
  });

  it.each([
    ' moved 3/2019',
    ' (gate code 4512)',
    ', near the school',
    ' <a@b.c>',
    ' - leave at the door',
    ' return to sender',
    ' (J. Brown)',
    ', vacant since 2018',
  ])('behind it: %s', (note) => {
    expect(unread(sample, isSome, (record) => `${house(record)}${note}`, 500, 80)).toEqual([]);
  });

  it('in brackets behind the street', () => {
    const write = (r: Document) => `${number(r)} ${street(r)} (Red Gate), ${placeOf(r)}`;
    expect(unread(sample, isSome, write, 500, 80)).toEqual([]);
  });

  it('and none is held against it that says the street or the line twice', () => {
    const line = (r: Document) => `${number(r)} ${street(r)}`;
    expect(unread(sample, isSome, (record) => `${line(record)}, ${house(record)}`, 500)).toEqual([]);
    expect(unread(sample, isSome, (record) => `${line(record)} ${house(record)}`, 500)).toEqual([]);
    expect(unread(sample, isSome, (record) => `${house(record)}, ${house(record)}`, 500)).toEqual([]);
  });

  it.each<[string, (record: Document) => string]>([
    ['another number before', (r) => `9876, ${house(r)}`],
    ['a letter before, as of a unit', (r) => `Q, ${house(r)}`],
    ['a type of unit before', (r) => `Shop, ${house(r)}`],
    ['a type of unit in brackets before', (r) => `(shop) ${house(r)}`],
    ['another street before', (r) => `Zebrawood Street ${house(r)}`],
    ['words between number and street', (r) => `${number(r)} Zebrawood ${rest(r)}`],
    ['words between street and place', (r) => `${number(r)} ${street(r)} Zebrawood, ${placeOf(r)}`],
    [
      'a word behind the place, which may be of its name',
      (r) => `${number(r)} ${street(r)}, ${r.localityName} Zebrawood`,
    ],
    ['another address behind', (r) => `${house(r)} and 14 Zebrawood Street`],
    ['that it is by the place that is meant', (r) => `Opp ${house(r)}`],
    ['that it is a part of it', (r) => `${house(r)} (front)`],
  ])('but they do not leave it sure where they may be more: %s', (_, write) => {
    const records = sample.principals.filter((r) => isSome(r) && r.state !== null && r.postcode !== null);
    const high = records.map(write).filter((q) => sample.validate(q).serviceMatchQuality === 'high');
    expect(high).toEqual([]);
  });
});

describe('A post box beside a street is no part of its address', () => {
  it.each(['PO Box 60, ', 'GPO Box 1234 ', 'Locked Bag 7, '])('%s', (box) => {
    expect(
      unread(
        sample,
        (r) => isSome(r) && part(r, 'streetType') !== '',
        (r) => `${box}${house(r)}`,
        500,
      ),
    ).toEqual([]);
    const behind = (r: Document) => `${number(r)} ${street(r)}, ${box.replace(/,? $/, '')}, ${placeOf(r)}`;
    expect(unread(sample, (r) => isSome(r) && part(r, 'streetType') !== '', behind, 500)).toEqual([]);
  });
});

describe('The number of a box is told from that of the street', () => {
  const some = (r: Document) => isSome(r) && part(r, 'streetType') !== '';
  const isWordless = (r: Document) =>
    isHouse(r) && part(r, 'streetType') === '' && /ESPLANADE|CRESCENT|BROADWAY/.test(street(r));

  it('where the street is a type alone: PO BOX 60, 3 ESPLANADE', () => {
    expect(unread(sample, isWordless, (r) => `PO Box 60, ${house(r)}`, 1)).toEqual([]);
  });

  it.each(['RMB, ', 'The Falls RMB, '])('where a comma stands between: %s', (before) => {
    expect(unread(sample, some, (r) => `${before}${house(r)}`, 500, 80)).toEqual([]);
  });

  it('where a slash follows: RMB 2/16 SMITH STREET', () => {
    const digits = (r: Document) => isUnit(r) && /^\d+$/.test(part(r, 'flatNumber')) && part(r, 'levelType') === '';
    const write = (r: Document) => `RMB ${part(r, 'flatNumber')}/${house(r)}`;
    const read = sample.principals.filter(digits).filter((r) => sample.validate(write(r)).match?.id === r.id);
    expect(read.length).toBeGreaterThan(20);
    const sure = sample.principals
      .filter(digits)
      .map((r) => ({ r, answer: sample.validate(write(r)) }))
      .filter(
        ({ r, answer: { match, serviceMatchQuality } }) =>
          serviceMatchQuality === 'high' && match?.addressLabel !== r.addressLabel,
      );
    expect(sure.map(({ r }) => write(r))).toEqual([]);
  });
});

describe('What was garbled on the way is read as it was written', () => {
  it.each<[string, (line: string) => string]>([
    ['a no-break space in UTF-8 as Windows-1252', (line) => line.replace(' ', 'Â\u00a0')],
    ['the same, trimmed', (line) => line.replace(' ', 'Â ')],
    ['the mark of UTF-8 as Windows-1252', (line) => `ï»¿${line}`],
    ['quotation marks as Windows-1252', (line) => `â€œ${line}â€\u009d`],
    ['marks of direction', (line) => `\u202a${line}\u202c\u200e`],
    ['the whole line as Windows-1252', (line) => Buffer.from(`\u00a0${line}\u2026`).toString('latin1')],
  ])('%s', (_, write) => {
    expect(unread(sample, isSome, (record) => write(house(record)), 500)).toEqual([]);
  });

  it('a dash within a range as Windows-1252', () => {
    const fits = (record: Document) => isHouse(record) && part(record, 'streetNumberLast') !== '';
    expect(unread(sample, fits, (record) => house(record).replace('-', 'â€“'), 20)).toEqual([]);
  });

  it.each([
    ['0', 'O'],
    ['0', 'o'],
    ['1', 'l'],
    ['1', 'I'],
  ])('the digit %s read as %s', (digit, letter) => {
    const fits = (r: Document) =>
      isPlain(r) && number(r).length > 1 && number(r).includes(digit) && /[2-9]/.test(number(r));
    expect(unread(sample, fits, (r) => `${number(r).replace(digit, letter)} ${rest(r)}`, 50)).toEqual([]);
  });

  it.each(['St No ', 'Street No. ', 'No ', '# '])('a number behind %s', (before) => {
    expect(unread(sample, isSome, (record) => `${before}${house(record)}`, 500)).toEqual([]);
  });

  it('a place with its postcode and a hyphen before the street', () => {
    const write = (r: Document) => `${r.localityName} ${r.postcode} - ${number(r)} ${street(r)}`;
    expect(unread(sample, (r) => isSome(r) && r.localityName !== 'HALL', write, 500)).toEqual([]);
  });
});

describe('What may say that another place is meant keeps an answer from being sure', () => {
  it.each(['cnr', 'Corner of', 'off', '&'])(
    'another street behind a comma: 12 SMITH STREET, %s HIGH STREET',
    (word) => {
      const write = (r: Document) => `${number(r)} ${street(r)}, ${word} Zebrawood Street, ${placeOf(r)}`;
      const elsewhere = sample.principals.filter(isSome).flatMap((record) => {
        const { match, serviceMatchQuality } = sample.validate(write(record));
        return match?.addressLabel === record.addressLabel && serviceMatchQuality !== 'high' ? [] : [write(record)];
      });
      expect(elsewhere).toEqual([]);
    },
  );

  it.each(['Lots 5-6', 'Lots 5 & 6', 'Lot 5 and 6'])('further lots: %s', (form) => {
    const fits = (record: Document) => isLot(record) && /^\d+$/.test(part(record, 'lotNumber'));
    const write = (record: Document) => {
      const lot = Number(part(record, 'lotNumber'));
      return `${form.replace('6', `${lot + 1}`).replace('5', `${lot}`)} ${rest(record)}`;
    };
    expect(unread(sample, fits, write, 5, 34)).toEqual([]);
    expect(unread(sample, fits, write, 5, 67)).not.toEqual([]);
  });

  it.each([
    '(access via Nowhere Street)',
    '(Entry off Nowhere St)',
    'access from Nowhere Road,',
    '[cnr Nowhere Street & 5th Avenue]',
    '(opposite the Town Hall)',
    '(off Nowhere Lane)',
  ])('12 SMITH STREET %s', (way) => {
    expect(unread(sample, isSome, (record) => house(record).replace(',', ` ${way}`), 500, 90)).toEqual([]);
  });

  it.each(['68 C9', '2A J7', ', 571 T12'])('12 SMITH STREET, RICHMOND %s', (square) => {
    expect(unread(sample, isSome, (record) => `${house(record)} ${square}`, 500, 90)).toEqual([]);
  });

  it('the way alone is the address', () => {
    expect(unread(sample, isSome, (record) => `Access via ${house(record)}`, 500)).toEqual([]);
  });

  it.each(['Rear', 'Rear of', 'near', 'opposite', 'Upstairs,'])('%s 12 SMITH STREET', (word) => {
    expect(unread(sample, isSome, (record) => `${word} ${house(record)}`, 500, 34)).toEqual([]);
    expect(
      sample.principals.filter(
        (r) => isSome(r) && sample.validate(`${word} ${house(r)}`).serviceMatchQuality === 'high',
      ),
    ).toEqual([]);
  });
});

describe('What a page or a font writes for a sign is read as that sign', () => {
  it.each<[string, (line: string) => string]>([
    ['spaces that do not break', (line) => line.replaceAll(' ', '\u00a0')],
    ['&nbsp;', (line) => line.replaceAll(' ', '&nbsp;')],
    ['quotation marks', (line) => `&quot;${line}&quot;`],
    ['<br/>', (line) => line.replace(', ', '<br/>')],
    ['tags', (line) => `<p class="address">${line.replace(', ', '</p><p>')}</p>`],
    [
      'wide letters',
      (line) => line.replace(/[!-~]/g, (sign) => String.fromCodePoint(0xfee0 + (sign.codePointAt(0) ?? 0))),
    ],
    ['a space of no width', (line) => `\u200b${line}\ufeff`],
    ['a sign for number', (line) => `№ ${line}`],
    ['signs of a URL', (line) => encodeURIComponent(line)],
    ['a line end as JSON has it', (line) => line.replace(', ', '\\r\\n')],
    ['numbers as a spreadsheet has them', (line) => line.replace(/\b\d+\b/g, '$&.0')],
  ])('%s', (_, write) => {
    expect(unread(sample, isSome, (record) => write(house(record)), 500)).toEqual([]);
  });

  it.each(['&ndash;', '&#8211;', '–', '−', '～'])('a dash in a range: %s', (dash) => {
    const fits = (record: Document) => isHouse(record) && part(record, 'streetNumberLast') !== '';
    expect(unread(sample, fits, (record) => house(record).replace('-', dash), 20)).toEqual([]);
  });

  it.each(['&#x2F;', '&sol;', '⁄', '∕', '／'])('a slash behind a unit: %s', (slash) => {
    const fits = (record: Document) => isUnit(record) && /^\d+$/.test(part(record, 'flatNumber'));
    expect(unread(sample, fits, (record) => `${part(record, 'flatNumber')}${slash}${house(record)}`, 20)).toEqual([]);
  });

  it.each(['’', '‘', '´', '`', 'ʼ', '′', '&#39;', '&apos;', '&rsquo;'])('an apostrophe: %s', (apostrophe) => {
    const fits = (record: Document) => isHouse(record) && /^\d+ .*'/.test(house(record));
    expect(unread(sample, fits, (record) => house(record).replaceAll("'", apostrophe), 1)).toEqual([]);
  });
});

describe('A plan of subdivision is no part of an address', () => {
  it.each([
    'DP 12345',
    'DP12345,',
    '/DP12345',
    '//DP12345,',
    '(DP 12345)',
    'on RP 123456',
    'on SP123456,',
    'Section 3 DP 1234',
    'Plan 1234,',
    ', Deposited Plan 12345,',
  ])('behind a lot that is the address: Lot 5 %s', (plan) => {
    const lot = (record: Document) => part(record, 'lotNumber');
    const write = (record: Document) => `Lot ${lot(record)}${/^[/,]/.test(plan) ? '' : ' '}${plan} ${rest(record)}`;
    expect(unread(sample, (record) => isLot(record) && /^\d+$/.test(lot(record)), write, 5)).toEqual([]);
  });

  it.each(['Lot 7 DP 12345,', 'Lot 7 on SP123456,', 'Lot 7 RP 1234', '7/DP12345,', 'SP 123456,'])(
    'before a street number: %s',
    (plan) => {
      expect(unread(sample, isSome, (record) => `${plan} ${house(record)}`, 500)).toEqual([]);
    },
  );

  it.each(['(Lot 7 DP 12345)', ', Lot 7 on SP 123456', ', DP12345', ', Vol 1234 Fol 567', ', Lot 7 Sec 3 DP 1234'])(
    'behind the place: %s',
    (plan) => {
      expect(unread(sample, isSome, (record) => `${house(record)} ${plan}`, 500)).toEqual([]);
    },
  );

  it('and the lot of a plan is no unit', () => {
    const houses = new Set(sample.principals.filter(isPlain).map(house));
    const fits = (record: Document) =>
      isUnit(record) && houses.has(house(record)) && /^\d+$/.test(part(record, 'flatNumber'));
    const units = sample.principals.filter((record) => record.postcode !== null && fits(record));
    expect(units.length).toBeGreaterThanOrEqual(10);
    for (const record of units) {
      const { match } = sample.validate(`Lot ${part(record, 'flatNumber')} SP 123456, ${house(record)}`);
      expect(match?.addressLabel).toBe(`${number(record)} ${street(record)}`);
    }
  });
});
