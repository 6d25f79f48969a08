/*
 * Words that the search reads by itself, whatever the index: it need not be built again for them. Lists as in words.ts.
 */

/** Words that people write digits right after: `UNIT3`. Other letters are a prefix of the number, as in `CP12` and `SA4`. */
export const BEFORE_DIGITS = `
  UN, UNIT, FLAT, FLT, FT, APT, APARTMENT, SHOP, SHP, STE, SUITE, LOT, LVL, LEVEL, LEV, FL, FLR, NO, RM, VILLA, VLLA`;

/** Short street types that people run together with a name, and that begin no name with a capital inside: `SmithSt`. */
export const RUN_ON_TYPES = 'ST, RD, AV, AVE, CL, CT, CRT, DR, PL, LN, GR, TCE, PDE, HWY, CR, CCT, SQ, WAY';

/** What forms and programs call the parts of an address, before a colon. */
export const FIELDS = `
  ADDRESS, STREET, SUBURB, LOCALITY, TOWN, CITY, STATE, POSTCODE, POSTALCODE, ZIP, ZIPCODE, COUNTRY`;

/** Fields of two words. */
export const LONG_FIELDS = `
  (STREET|POSTAL|HOME|BUSINESS|DELIVERY|PROPERTY|RESIDENTIAL|SITE|BILLING|SHIPPING|MAILING|OFFICE|WORK|FULL|MY|OUR) ADDRESS,
  POSTAL CODE, POST CODE, STREET NUMBER, STREET NO, STREET NAME, STREET TYPE`;

/** Fields that a digit may follow: `ADDRESS LINE 2`. */
export const LINE_FIELDS = 'ADDRESS, ADDRESS LINE, LINE, STREET, STREET ADDRESS';

/** Between the ends of a range: `12 TO 14`. */
export const RANGE_WORDS = 'TO, AND, TILL, UNTIL, THRU, THROUGH';

/** Before the numbers of a block and a section: `BLOCK 12 SECTION 34`. */
export const BLOCK_WORDS = 'BLOCK, BLK, BLCK, BK, B';
export const SECTION_WORDS = 'SECTION, SEC, SECT, S';

/** A part of the premises, wherever it stands. */
export const PREMISES_WORDS = 'REAR, FRONT, UPSTAIRS, DOWNSTAIRS, R, RO, FO';

/** Before an address, for something next to it. */
export const BESIDE_WORDS = `
  NEAR, NR, OPPOSITE, OPP, BEHIND, BESIDE, ABOVE, BELOW, UNDER, BETWEEN, NEXT, ADJACENT, ADJ, ACROSS, OFF, PAST, CNR,
  COR, CORNER, BACK, SIDE, OUTSIDE`;
