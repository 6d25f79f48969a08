import type { AddressIndex } from '../index/open.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { AutocompleteParameters } from './parameters.ts';

export function autocomplete(_index: AddressIndex, _parameters: AutocompleteParameters, out: JsonBytes): void {
  out.ascii('{"suggestions":[],"total":0}');
}
