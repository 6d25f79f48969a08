import type { Gazetteer, StreetName } from './gazetteer.ts';
import { mix32, type Random } from './random.ts';

const BEGINNINGS =
  'ABER ALDER AMBER ARD ASH BAL BAN BELL BEN BERRI BIRK BLACK BRAM BROM BUN BUR CALDER CAM CARA CAW CHAR CLAR COB COLL COOR CRAN CUL DAL DAR DEN DOON DRUM DUN EAGLE ELM ESS EVER FAIR FERN FLIN FOX GAR GIL GLEN GOON GRAN GUM HAL HARR HAZEL HEATH HOL IRON JARRA JER KAL KAN KER KILL KOO LAL LANG LEI LINDEN LOCH MAL MAR MEL MER MILL MOOR MUL MYR NAR NEER NOR OAK ORM PEM PIN QUAM RAD RED ROS SAL SHEL SIL STAN STRATH TAL TEAL THORN TUR ULL VAL WAL WAR WEN WHIT WIL WIN WOON YAL YAR YEW'.split(
    ' ',
  );
const MIDDLES = 'A AN AR BA BER DA DER E EN ER GA I IN KA LA LEY LO MA MER NA O RA RI TA TER U VAL WA'.split(' ');
const ENDINGS =
  'BANK BERG BIE BIN BOURNE BRAE BROOK BURN BURY BY CLIFFE COMBE COTE CROFT DALE DEN DON DOWN ERY ETT FIELD FORD GATE GONG GROVE HAM HILL HOLME HURST INGTON KIRK LAND LEIGH LEY LING LONG LOW MAN MEAD MERE MINSTER MONT MOOR MOUNT NEY NOOK PARK POOL RA REE RIDGE RIE SIDE SON STEAD STON STONE THORPE TON TREE VALE VIEW WAH WALL WARREN WATER WAY WELL WICK WIN WOOD WORTH WYN YARD YATE'.split(
    ' ',
  );
const THE_TYPES =
  'AVENUE ESPLANADE PARADE BOULEVARD BOULEVARDE CRESCENT GROVE CIRCLE STRAND TERRACE MALL PROMENADE CORSO RIDGE RISE GLADE'.split(
    ' ',
  );
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXYZ';
const SURNAME_STARTS = ["O'", "O'", "O'", "D'", 'MC', 'MAC', 'VAN DER ', 'ST '];
const ORDINALS =
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH 1ST 2ND 3RD 4TH'.split(' ');
const NO_TYPE = ['BROADWAY', 'RIVERSIDE', 'BOULDERCOMBE', 'KINGSWAY', 'EAST BEACH', 'HIGHGATE', 'WATERFRONT'];
const DIRECTIONS = ['N', 'S', 'E', 'W', 'N', 'S', 'E', 'W', 'EX', 'NE', 'SW', 'UP', 'LR', 'CN'];
/** Share of streets that have a suffix beyond those of the gazetteer. */
const SUFFIXED = 0.015;
const LONGEST = 41;

/**
 * Remembers which street names each locality has, as 32-bit hashes: 4 bytes per slot, for any
 * number of streets. Two names with the same hash count as one, which costs a redraw.
 */
export class StreetRegister {
  private readonly slots: Uint32Array;

  constructor(expected: number) {
    let size = 1024;
    while (size < expected * 3) size *= 2;
    this.slots = new Uint32Array(size);
  }

  /** Takes the name for the locality; false if it is already taken. */
  claim(locality: number, street: StreetName): boolean {
    const text = `${street.name}|${street.type}|${street.suffix}`;
    let hash = mix32(locality + 1);
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    const key = mix32(hash) >>> 0 || 1;
    const mask = this.slots.length - 1;
    let slot = key & mask;
    while (this.slots[slot] !== 0) {
      if (this.slots[slot] === key) return false;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = key;
    return true;
  }
}

/**
 * Draws the street names of localities: the gazetteer's own streets of a place first, then others
 * in its style.
 */
export class StreetNamer {
  private readonly gazetteer: Gazetteer;
  private readonly register: StreetRegister;

  constructor(gazetteer: Gazetteer, register: StreetRegister) {
    this.gazetteer = gazetteer;
    this.register = register;
  }

  /** A generator of names for one locality, never the same twice; `extras` gives some of them a suffix. */
  forLocality(index: number, key: string, isRural: boolean, random: Random, extras: Random): () => StreetName {
    const next = this.plainNames(index, key, isRural, random);
    return () => {
      const street = next();
      const isSuffixed = extras.chance(SUFFIXED) && street.type !== '' && street.suffix === '';
      const suffixed = isSuffixed ? { ...street, suffix: extras.pick(DIRECTIONS) } : street;
      return isSuffixed && this.register.claim(index, suffixed) ? suffixed : street;
    };
  }

  private plainNames(index: number, key: string, isRural: boolean, random: Random): () => StreetName {
    const known = this.gazetteer.streetsOf.get(key) ?? [];
    let used = 0;
    return () => {
      while (used < known.length) {
        const street = known[used++];
        if (this.register.claim(index, street)) return street;
      }
      for (;;) {
        const street = this.draw(isRural, random);
        if (street.name.length <= LONGEST && this.register.claim(index, street)) return street;
      }
    };
  }

  private draw(isRural: boolean, random: Random): StreetName {
    const { streets, names } = this.gazetteer;
    const roll = random.fraction();
    const type = streets[random.below(streets.length)].type || 'STREET';
    if (roll < 0.42) return random.pick(streets);
    if (roll < 0.71) return { name: random.pick(names), type, suffix: '' };
    if (roll < 0.925) return { name: inventName(random), type, suffix: '' };
    if (roll < 0.935) return { name: `THE ${random.pick(THE_TYPES)}`, type: '', suffix: '' };
    if (roll < 0.94) return { name: random.pick(SURNAME_STARTS) + inventName(random), type, suffix: '' };
    if (roll < 0.945)
      return { name: random.pick(ORDINALS), type: random.chance(0.6) ? 'AVENUE' : 'STREET', suffix: '' };
    if (roll < 0.95) return { name: random.pick(names), type, suffix: random.pick(DIRECTIONS) };
    if (roll < 0.952) return { name: LETTERS[random.below(LETTERS.length)], type: 'ROAD', suffix: '' };
    if (roll < 0.954) return { name: 'THE', type: random.pick(THE_TYPES), suffix: '' };
    if (roll < 0.957) return { name: `${random.pick(NO_TYPE)} ${inventName(random)}`, type: '', suffix: '' };
    if (roll < (isRural ? 0.98 : 0.962)) {
      return { name: `${random.pick(names)}-${inventName(random)}`, type: 'ROAD', suffix: '' };
    }
    return { name: `${random.pick(names)} ${random.pick(['PARK', 'HILL', 'CREEK', 'LAKE', 'BAY'])}`, type, suffix: '' };
  }
}

/** An invented name of two or three syllables. */
export function inventName(random: Random): string {
  const middle = random.chance(0.6) ? random.pick(MIDDLES) : '';
  return random.pick(BEGINNINGS) + middle + random.pick(ENDINGS);
}

/** Another spelling of a street's name: one edit, another type, `MOUNT` as `MT`, without its hyphen or apostrophe. */
export function misspell(name: string, random: Random): string {
  if (name.startsWith('MOUNT ')) return `MT ${name.slice(6)}`;
  if (name.startsWith('SAINT ')) return `ST ${name.slice(6)}`;
  if (name.startsWith('ST ')) return `SAINT ${name.slice(3)}`;
  if (name.startsWith('MT ')) return `MOUNT ${name.slice(3)}`;
  if (name.includes("'")) return name.replace("'", random.chance(0.5) ? '' : ' ');
  if (name.includes('-') && random.chance(0.5)) return name.replace('-', ' ');
  const at = 1 + random.below(Math.max(1, name.length - 1));
  const letter = name[at] ?? 'E';
  const roll = random.below(4);
  if (name.length < 4 || letter === ' ' || roll === 0) return `${name.slice(0, at)}${letter}${name.slice(at)}`;
  if (roll === 1) return name.slice(0, at) + name.slice(at + 1);
  if (roll === 2) return name.slice(0, at) + 'AEIORSTLN'[random.below(9)] + name.slice(at + 1);
  return name.slice(0, at - 1) + letter + name[at - 1] + name.slice(at + 1);
}
