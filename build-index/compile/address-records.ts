import { ADDRESS, ADDRESS_WORDS, packCodes } from '../../src/index/address-record.ts';

/** What is put into the record of an address; see src/index/address-record.ts. Coordinates are relative to the locality's origin. */
export interface AddressFields {
  readonly lon: number;
  readonly lat: number;
  readonly geocodeKind: number;
  readonly idPrefix: number;
  readonly idNumber: number;
  readonly postcode: number;
  readonly boundarySet: number;
  readonly detail: number;
}

/** Makes the section `addressRecord`. */
export class AddressRecords {
  readonly #words: Uint32Array;

  constructor(addresses: number) {
    this.#words = new Uint32Array(addresses * ADDRESS_WORDS);
  }

  /** Puts everything but the flags into the record of an address. */
  set(ordinal: number, fields: AddressFields): void {
    const words = this.#words;
    const at = ordinal * ADDRESS_WORDS;
    words[at + ADDRESS.lon] = fields.lon;
    words[at + ADDRESS.lat] = fields.lat;
    words[at + ADDRESS.idNumber] = fields.idNumber;
    words[at + ADDRESS.boundarySet] = fields.boundarySet;
    words[at + ADDRESS.detail] = fields.detail;
    words[at + ADDRESS.codes] = packCodes(0, fields.geocodeKind, fields.postcode, fields.idPrefix);
  }

  /** The section, with these flags in it. */
  section(flags: Uint8Array): Uint32Array {
    const words = this.#words;
    for (let ordinal = 0; ordinal < flags.length; ordinal++)
      words[ordinal * ADDRESS_WORDS + ADDRESS.codes] |= flags[ordinal];
    return words;
  }
}
