import type { Random } from '../../../../build-index/generate/random.ts';

/** Everyday words that name no place. */
export const SENTENCE_WORDS: readonly string[] =
  `please call me back about the invoice we will not be able to because tomorrow morning someone forgot their umbrella and
  everything seems rather difficult although nobody knows why our customer asked whether delivery could happen earlier than
  agreed thanks again regards hello dear question answer broken printer toner password reset monthly newsletter unsubscribe
  kitchen table wooden chair blue yellow expensive cheap quickly slowly always never sometimes which whose during between
  running walked eaten bought sold returned refund shipping tracking unknown undefined null error failed missing empty
  breakfast dinner coffee sugar pepper bicycle wheel engine battery laptop keyboard screen window curtain pillow blanket
  teacher student doctor nurse plumber electrician accountant yesterday weekend meeting agenda minutes budget forecast
  happy angry tired hungry thirsty beautiful terrible wonderful possible impossible important urgent confidential draft`
    .trim()
    .split(/\s+/);

/** Syllables of made-up words: English-like, and rare in place names. */
export const SYLLABLES: readonly string[] =
  'ba ze qui xo fla gri plu vor zan keb dof jux wib tro nax pif huz lom cre vix zul yop gax ret fid snu bli dro kwa zib'.split(
    ' ',
  );

/** Keys that a cat may step on. */
export const SIGNS: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz0123456789  ,./-#&*()!?'];

/** Postal deliveries, which have no place on a street (Australia Post, "Correct addressing"). */
export const POSTAL_DELIVERIES: readonly string[] = [
  'PO BOX',
  'P.O. BOX',
  'P O BOX',
  'GPO BOX',
  'G.P.O. BOX',
  'LOCKED BAG',
  'PRIVATE BAG',
  'PMB',
  'POST OFFICE BOX',
  'REPLY PAID',
  'BOX',
  'CARE PO',
  'CMB',
  'MAIL BAG',
  'POBOX',
];

interface Country {
  readonly name: string;
  readonly streets: readonly string[];
  readonly cities: readonly string[];
  readonly code: string;
  readonly order: 'number first' | 'number last';
}

/** `9` is a digit, `A` a letter, the rest stands for itself. */
const COUNTRIES: readonly Country[] = [
  {
    name: 'USA',
    streets: [
      'Sunset Boulevard',
      'Main Street',
      'Pennsylvania Avenue',
      'Lexington Avenue',
      'Peachtree Street',
      'Mulholland Drive',
      'Elm Street',
    ],
    cities: [
      'Los Angeles CA',
      'Springfield IL',
      'New York NY',
      'Atlanta GA',
      'Austin TX',
      'Seattle WA',
      'Portland OR',
      'Boston MA',
    ],
    code: '99999',
    order: 'number first',
  },
  {
    name: 'United Kingdom',
    streets: [
      'Downing Street',
      'Baker Street',
      'High Street',
      'Abbey Road',
      'Kings Road',
      'Station Road',
      'Church Lane',
    ],
    cities: ['London', 'Manchester', 'Edinburgh', 'Bristol', 'Leeds', 'Birmingham', 'Cardiff'],
    code: 'AA9 9AA',
    order: 'number first',
  },
  {
    name: 'New Zealand',
    streets: ['Queen Street', 'Lambton Quay', 'Colombo Street', 'Great South Road', 'Cuba Street'],
    cities: ['Auckland', 'Wellington', 'Christchurch', 'Dunedin', 'Hamilton', 'Tauranga'],
    code: '9999',
    order: 'number first',
  },
  {
    name: 'Germany',
    streets: ['Hauptstrasse', 'Friedrichstraße', 'Bahnhofstrasse', 'Goethestraße', 'Unter den Linden'],
    cities: ['Berlin', 'Hamburg', 'München', 'Köln', 'Frankfurt am Main'],
    code: '99999',
    order: 'number last',
  },
  {
    name: 'France',
    streets: ['rue de Rivoli', 'avenue des Champs-Élysées', 'boulevard Saint-Germain', 'rue du Faubourg Saint-Honoré'],
    cities: ['Paris', 'Lyon', 'Marseille', 'Bordeaux', 'Toulouse'],
    code: '99999',
    order: 'number first',
  },
  {
    name: 'Canada',
    streets: ['Yonge Street', 'Bloor Street West', 'Rue Sainte-Catherine', 'Granville Street'],
    cities: ['Toronto ON', 'Montréal QC', 'Vancouver BC', 'Calgary AB'],
    code: 'A9A 9A9',
    order: 'number first',
  },
  {
    name: 'Singapore',
    streets: ['Orchard Road', 'Jurong West Street 42', 'Bukit Timah Road', 'Ang Mo Kio Avenue 3'],
    cities: ['Singapore'],
    code: '999999',
    order: 'number first',
  },
  {
    name: 'India',
    streets: ['Mahatma Gandhi Road', 'Nehru Place', 'Brigade Road', 'Linking Road'],
    cities: ['New Delhi', 'Mumbai', 'Bengaluru', 'Chennai', 'Kolkata'],
    code: '999999',
    order: 'number first',
  },
  {
    name: 'Italy',
    streets: ['Via Roma', 'Via Garibaldi', 'Corso Buenos Aires', 'Piazza San Marco'],
    cities: ['Roma', 'Milano', 'Venezia', 'Napoli'],
    code: '99999',
    order: 'number last',
  },
  {
    name: 'Japan',
    streets: ['Chiyoda 1-chome', 'Shibuya 2-chome', 'Nishi-Shinjuku'],
    cities: ['Tokyo', 'Osaka', 'Kyoto'],
    code: '999-9999',
    order: 'number last',
  },
];

/** An address in another country, as written there, mostly with the country's name. */
export function foreignAddress(random: Random): string {
  const { name, streets, cities, code, order } = random.pick(COUNTRIES);
  const number = String(random.between(1, 400));
  const street = random.pick(streets);
  const line = order === 'number first' ? `${number} ${street}` : `${street} ${number}`;
  const postcode = code.replace(/[9A]/g, (sign) =>
    sign === '9' ? String(random.below(10)) : 'ABCEGHKLMNPRSTW'[random.below(15)],
  );
  const country = name === 'USA' ? random.pick(['USA', 'United States', 'United States of America']) : name;
  const text = `${line}, ${random.pick(cities)} ${postcode}, ${country}`;
  return random.chance(0.4) ? text.toLowerCase().replaceAll(',', '') : text;
}
