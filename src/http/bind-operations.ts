import type { AddressIndex } from '../index/open.ts';
import { autocomplete } from '../operations/autocomplete.ts';
import { enrich } from '../operations/enrich.ts';
import { lookupPostcode } from '../operations/lookup-postcode.ts';
import { lookupSuburb } from '../operations/lookup-suburb.ts';
import { reverse } from '../operations/reverse.ts';
import { validate } from '../operations/validate.ts';
import type { Operations } from './routes.ts';

/** The six operations over one open index. */
export function bindOperations(index: AddressIndex): Operations {
  return {
    autocomplete: (parameters, out) => autocomplete(index, parameters, out),
    validate: (parameters, out) => validate(index, parameters, out),
    enrich: (parameters, out) => enrich(index, parameters, out),
    reverse: (parameters, out) => reverse(index, parameters, out),
    lookupPostcode: (parameters, out) => lookupPostcode(index, parameters, out),
    lookupSuburb: (parameters, out) => lookupSuburb(index, parameters, out),
  };
}
