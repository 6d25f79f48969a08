const NAMES = ['ACT', 'NSW', 'QLD', 'VIC'];
const WHOLE = ['Australian Capital Territory', 'New South Wales', 'Queensland', 'Victoria'];

/** A row of WooCommerce's classic checkout (8.5): an input in a wrapper in a paragraph. */
function classicRow(kind: string, name: string, label: string, token: string): string {
  const id = `${kind}_${name}`;
  const options = NAMES.map((code, at) => `<option value="${code}">${WHOLE[at]}</option>`).join('');
  const input =
    name === 'state'
      ? `<select name="${id}" id="${id}" class="state_select" autocomplete="${token}"><option value="">Select an option…</option>${options}</select>`
      : `<input type="text" class="input-text" name="${id}" id="${id}" autocomplete="${token}">`;
  return `<p class="form-row address-field" id="${id}_field"><label for="${id}">${label}&nbsp;<abbr class="required" title="required">*</abbr></label><span class="woocommerce-input-wrapper">${input}</span></p>`;
}

const ADDRESS = [
  ['address_1', 'Street address', 'address-line1'],
  ['address_2', 'Apartment, suite, unit, etc. (optional)', 'address-line2'],
  ['city', 'Suburb', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['postcode', 'Postcode', 'postal-code'],
] as const;

/** WooCommerce's classic checkout, by its documented names (8.5): an address to bill to, and one to send to. */
export const WOOCOMMERCE_CLASSIC = `<form name="checkout" class="checkout woocommerce-checkout">${[
  'billing',
  'shipping',
]
  .map(
    (kind) =>
      `<fieldset><legend>${kind}</legend>${ADDRESS.map(([name, label, token]) => classicRow(kind, name, label, token)).join('')}</fieldset>`,
  )
  .join('')}</form>`;

/** The address of WooCommerce's block checkout (8.5), without names, whose labels come after their inputs. */
export const WOOCOMMERCE_BLOCK = `<form class="wc-block-components-form wc-block-checkout__form"><div id="shipping" class="wc-block-components-address-form">${ADDRESS.filter(
  ([name]) => name !== 'address_2',
)
  .map(
    ([name, label, token]) =>
      `<div class="wc-block-components-text-input wc-block-components-address-form__${name}"><input type="text" id="shipping-${name}" autocapitalize="sentences" autocomplete="${token}" aria-label="${label}"><label for="shipping-${name}">${label}</label></div>`,
  )
  .join('')}</div></form>`;

const provinces = WHOLE.map((name) => `<option value="${name}">${name}</option>`).join('');
const shopifyForm = (id: string) => `<form method="post" action="/account/addresses">
<div class="field"><input type="text" id="AddressAddress1${id}" name="address[address1]" autocomplete="address-line1" placeholder="Address 1"><label for="AddressAddress1${id}">Address 1</label></div>
<div class="field"><input type="text" id="AddressAddress2${id}" name="address[address2]" autocomplete="address-line2" placeholder="Address 2"><label for="AddressAddress2${id}">Address 2</label></div>
<div class="field"><input type="text" id="AddressCity${id}" name="address[city]" autocomplete="address-level2" placeholder="City"><label for="AddressCity${id}">City</label></div>
<div><label for="AddressProvince${id}">Province</label><select id="AddressProvince${id}" name="address[province]" autocomplete="address-level1">${provinces}</select></div>
<div class="field"><input type="text" id="AddressZip${id}" name="address[zip]" autocapitalize="characters" autocomplete="postal-code" placeholder="Postal/ZIP code"><label for="AddressZip${id}">Postal/ZIP code</label></div>
</form>`;

/** The address forms of Dawn 15 (`sections/main-addresses.liquid`): a new one, and that of an address. */
export const SHOPIFY = shopifyForm('New') + shopifyForm('_8731');
