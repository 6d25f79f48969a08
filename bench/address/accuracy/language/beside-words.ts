import type { Random } from '../../../../build-index/generate/random.ts';

const PERSONS = ['JANE BROWN', 'JOHN CITIZEN', 'J SMITH', 'M. NGUYEN', 'ACCOUNTS PAYABLE', "PAT O'REILLY"];
const BEFORE_PERSON = ['C/- ', 'C/O ', 'CARE OF ', 'ATTN: ', 'ATT ', 'ATTENTION ', 'MR ', 'MRS ', 'MS '];
const COMPANIES = ['ACME', 'SMITH & SONS', 'BLUE GUM HOLDINGS', 'RIVERSIDE PLUMBING', 'J & K NOMINEES'];
const COMPANY_SUFFIXES = [' PTY LTD', ' PTY. LTD.', ' PTY LIMITED', ' P/L'];
const HEADINGS = ['ADDRESS: ', 'STREET ADDRESS: ', 'AT ', 'LOCATED AT ', 'DELIVER TO '];
const TELEPHONES = ['PH 03 9123 4567', 'PHONE: (02) 6123 4567', 'TEL 0891234567', 'MOB 0412 345 678'];
const PLANS = ['DP', 'SP', 'RP', 'PS', 'DEPOSITED PLAN ', 'STRATA PLAN '];
const LAST_NUMBER_IN_WORDS = 40;
const SMALL =
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'.split(
    ' ',
  );
const TENS = ['TWENTY', 'THIRTY', 'FORTY'];

/** Whom a letter is for: a person or a company. */
export function addressee(random: Random): string {
  return random.chance(0.6)
    ? `${random.pick(BEFORE_PERSON)}${random.pick(PERSONS)}`
    : `${random.pick(COMPANIES)}${random.pick(COMPANY_SUFFIXES)}`;
}

/** A heading that announces an address. */
export function heading(random: Random): string {
  return random.pick(HEADINGS);
}

/** A telephone number. */
export function telephone(random: Random): string {
  return random.pick(TELEPHONES);
}

/** A plan of subdivision. */
export function plan(random: Random): string {
  return `${random.pick(PLANS)}${random.chance(0.5) ? ' ' : ''}${10_000 + random.below(900_000)}`.replace('  ', ' ');
}

/**
 * A number as words, with a space or hyphen within; null if it is 0 or too large to be written so.
 */
export function inWords(value: number, random: Random): string | null {
  if (value < 1 || value > LAST_NUMBER_IN_WORDS) return null;
  if (value < SMALL.length) return SMALL[value];
  const ten = TENS[Math.floor(value / 10) - 2];
  return value % 10 === 0 ? ten : `${ten}${random.chance(0.5) ? '-' : ' '}${SMALL[value % 10]}`;
}
