const STATES = ['', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'];

/** An input of a checkout, with the token of autofill that shops give it. */
function input(name: string, label: string, token: string | null): string {
  const said = token === null ? '' : ` autocomplete="${token}"`;
  const attributes = `id="${name}" name="${name}"${said}`;
  const options = STATES.map((state) => `<option>${state}</option>`).join('');
  const control = name === 'state' ? `<select ${attributes}>${options}</select>` : `<input ${attributes}>`;
  return `<p><label for="${name}">${label}</label> ${control}</p>`;
}

const BEFORE = `${input('first', 'First name', 'given-name')}${input('last', 'Last name', 'family-name')}`;
const AFTER = `${input('email', 'E-mail', 'email')}<button>Order</button>`;

/** The address of a checkout, part by part; by `says`, with the tokens of autofill. */
const line1 = (says = true) => input('line1', 'Street address', says ? 'address-line1' : null);
const rest = (says = true) =>
  [
    input('line2', 'Unit (optional)', says ? 'address-line2' : null),
    input('suburb', 'Suburb', says ? 'address-level2' : null),
    input('state', 'State', says ? 'address-level1' : null),
    input('postcode', 'Postcode', says ? 'postal-code' : null),
  ].join('');

const ELEMENT = 'letterbox-address api-key="demo"';
const around = (content: string, attributes = '') => `<${ELEMENT} ${attributes}>${content}</letterbox-address>`;
const NAMES = 'fields="line1=line1 line2=line2 suburb=suburb state=state postcode=postcode"';

/** A checkout without the field: what a browser fills here it has to fill everywhere. */
export const CONTROL = `<form action="/done">${BEFORE}${line1()}${rest()}${AFTER}</form>`;

/** The same checkout with the field, in each place that it may have, by a title. */
export const CHECKOUTS: Readonly<Record<string, string>> = {
  'above the form’s own inputs': `<form action="/done">${BEFORE}${around('', 'label="Find your address"')}${line1()}${rest()}${AFTER}</form>`,
  'around the first line': `<form action="/done">${BEFORE}${around(line1(), 'fields="line=line1"')}${rest()}${AFTER}</form>`,
  'before the first line, for it': `<form action="/done">${BEFORE}${around('', `for="line1" ${NAMES}`)}${line1()}${rest()}${AFTER}</form>`,
  'for inputs that say nothing of autofill': `<form action="/done">${BEFORE}${around('', `for="line1"`)}${line1(false)}${rest(false)}${AFTER}</form>`,
  'attached by a script': `<form action="/done">${BEFORE}${line1()}${rest()}${AFTER}</form>
<script type="module">import { attach } from '/letterbox-address.js'; attach('#line1', { apiKey: 'demo' });</script>`,
  'around a box of its own': `<form action="/done">${BEFORE}${around('<label>Address <input name="address"></label>')}${line1(false)}${rest(false)}${AFTER}</form>`,
};

/** A checkout with one box for suburb and postcode. */
export const ONE_BOX = `<form action="/done">${BEFORE}${around('', 'for="line1" fields="suburb,postcode=place"')}${line1()}
${input('state', 'State', 'address-level1')}${input('place', 'Suburb, postcode', null)}${AFTER}</form>`;
