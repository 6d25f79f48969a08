import { MEANING } from '../../../index/lexicon.ts';
import { bitsOf } from '../../text/lexicon.ts';
import { GUARDS } from './guards.ts';
import type { NumberRules } from './number-parse.ts';
import { OTHERS } from './other-parses.ts';
import { PARTS } from './parts.ts';
import { rulesOf } from './pattern.ts';
import { SAYS } from './says.ts';

const TERMS = { parts: PARTS, says: SAYS, guards: GUARDS };
const atWords = (table: string) => rulesOf('words', table, TERMS);
const atNumbers = (table: string) => rulesOf('numbers', table, TERMS);

const any = atNumbers(`
plan | Lot 7 DP 12345, Smith Road | mixed plan
  ANY | plan
telephone | 12 Smith Street, Ayr, 0412 345 678 | dialled
  ANY | telephone
`);

const phrases = atWords(`
block | Block 12 Section 34, Ayr
  BLOCK NUM SECTION NUM | land
  SECTION NUM BLOCK NUM | land
crown | Crown Allotment 7 Section 3 Parish of Ayr
  CROWN NUM SECTION NUM     | land
  CROWN NUM                 | land | notCa
  CROWN_OF ANY ANY_WORD[=]  | land | isSecondWord
  CROWN_OF ANY              | land
box | PO Box 60, Ayr
  POSTAL BOXED    | box
  LONG_POSTAL     | box | isFirst
rural | RMB 123 Smith Road
  RURAL BOXED[^,] | skip
corner | Cnr High Street and Smith Street
  CORNER | corner
long-unit | Car Park 3, 12 Smith Street
  LONG_FLAT NUM | unit 0 1 | noUnit
long-level | Lower Ground Floor, 12 Smith Street
  LONG_LEVEL OWN_NUMBER | level 0 1 | noLevel
  LONG_LEVEL            | level 0   | noLevel
level-alone | Basement, 12 Smith Street
  LEVEL | level 0 | noLevel isLevelAlone
month | Dec-34, Smith Street
  MONTH | month
company | Acme Pty Ltd, 12 Smith Street
  COMPANY | company
addressee | C/- Jane Brown, 12 Smith Street
  ADDRESSEE | addressee
said-telephone | 12 Smith Street, phone 9123 4567
  TELEPHONE | saidTelephone
postcode-word | 12 Smith Street, Postcode 3121
  POSTCODE_WORD >POSTCODE | skip
way | 210 Errol Street, access via Murphy Street, Ayr
  ACCESS | way
description | 12 Smith Street (off High Street), Ayr
  BRACKETED | description
side | Rear of 12 Smith Street
  SIDE | side
heading | Located at 12 Smith Street
  HEADING | skip | begins addressFollows
within | Unit 3 of 12 Smith Street
  WITHIN | skip | behindConsumed noNumber addressFollows
`);

const words = atWords(`
note | (shop) 12 Smith Street
  NOTED[(] >ANY[(] | pass
spelled-floor | Third floor, 12 Smith Street
  ORDINAL_WORD LONGER_LEVEL[^,] | level 1 0 | noLevel
structure | Tower 2, unit 3, 12 Smith Street
  STRUCTURE NO_POSTCODE[^,/]   | pass | endsNoName notFlat
  STRUCTURE NUM[^,/] >ANY_WORD | pass | begins noNumberFollows notBlock
  STRUCTURE SITE_NUMBER[^,/]   | pass | endsNoName numberFollows unitBeside
spelled | Unit three, 12 Smith Street | cardinal
  LOT SPELLED         | lot 1     | noLot
  LOT SPELLED         | skip
  LEVEL SPELLED[^,/]  | level 0 1 | endsSpelled isLevel noLevel
  LEVEL SPELLED[^,/]  | skip      | endsSpelled isLevel
  FLAT SPELLED[^,/]   | unit 0 1  | endsSpelled noUnit
  FLAT SPELLED[^,/]   | skip      | endsSpelled
lot | Lot 5 Smith Road
  LOT NO[^,] NUM[^,/] | lot 2
  LOT NUM[^,/]        | lot 1
unit-no | Unit No. 3, 12 Smith Street | number
  FLAT NO[^,] NUM     | units 0 2  | noUnit
  STOREY NO[^,] NUM   | levels 0 2 | noLevel
slashed-unit | Unit/3 12 Smith Street | slash
  FLAT NUM[/]         | units 0 1  | begins notSide numberFollows noUnit
level | Level 2, 12 Smith Street
  LEVEL NUM[^,/]      | skip       | sameLevel
  LEVEL NUM[^,/]      | levels 0 1 | noLevel takesLevel countsLevel
  LEVEL >NUM[^,/]     | levels 0   | noLevel takesLevel
unit | Unit 3, 12 Smith Street
  FLAT NUM[^,/]                                    | unitAgain   | sameUnit
  FLAT POINTED[^,/]                                | units 0 1   | noUnit takesNumber
  FLAT DIGITS[^,/] UNIT_LETTER[=-(]                | units 0 1 3 | noUnit takesNumber isNoLevel
  LONGER_FLAT UNIT_LETTER DIGITS[=-(] >STREET_NUMBER[,/] | units 0 1 3 | noUnit
  FLAT NUM[^,/]                                    | units 0 1   | noUnit takesNumber
  LONGER_FLAT UNIT_LETTER                          | units 0 1   | noUnit
number-word | No. 12 Smith Street
  NO >NUM[^,/]        | skipBehind | saysStreet
  NO >NUM[^,/]        | skip
`);

const numbers = atNumbers(`
map-reference | 121 Wheatley Road, Ormond 68 C9 | mixed
  PAGE[=,] SQUARE[=,] | skip | numbered behindPlace
stamp | 12 Smith Street, Richmond 12/03/2024 | adjacent hyphen
  NUMERAL | rest | numbered beginsStamp
ordinal | 12 1st Avenue | mixed
  ORDINAL LEVEL | level 1 0
  ORDINAL       | pass
begun-ordinal | 12 1s | mixed
  BEGUN_ORDINAL | pass | behindNumber
lot-of-plan | 7/DP12345 Smith Road | slash mixed
  NUM >PLAN_TOKEN[/] | lot 0
  NUM[(] >PLAN_TOKEN | lot 0
pointed | 3.05/12 Smith Street | point
  POINTED >STREET_NUMBER[^-] | units -1 0 | noUnit noNumber
joined | 12-14 Smith Street | slash hyphen
  NUMERAL | joined
range | 12 to 14 Smith Street | parted
  NUMERAL | range
unit-of | 3 of 12 Smith Street | parted
  NUMERAL OF >NUMERAL >ANY | unit -1 0 | noNumber noUnit
letter | U3 12 Smith Street | mixed
  NUMERAL | letter
sign | 12 Smith Street #3 | hash
  NUMERAL[#] | unit -1 0 | noUnit numbered notNumberOfLot
`);

/** The rules by which numbers are read, without those named: to measure what each contributes. */
export function rulesWithout(off: ReadonlySet<string>): NumberRules {
  const left = <R extends { readonly name: string }>(rules: readonly R[]) => rules.filter(({ name }) => !off.has(name));
  const known = { phrases: left(phrases), words: left(words) };
  const meanings = [...known.phrases, ...known.words].reduce((all, { needs }) => all | needs, PLAN);
  return { ...known, any: left(any), numbers: left(numbers), parses: left(OTHERS), meanings };
}

/** What a rule for any token knows. */
const PLAN = bitsOf(MEANING.plan);

/** Every rule by which numbers are read. */
export const NUMBER_RULES: NumberRules = rulesWithout(new Set());
