import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { ask, say } from '../states.ts';
import { mayChange, type ViewContext } from './view.ts';

/** The buyer, as named on invoices. */
export interface BillingDetails {
  readonly name: string;
  readonly abn: string | null;
  readonly address: readonly string[];
}

/** An ABN as it is usually written: `ABN 51 824 753 556`. */
export function abnInWords(abn: string): string {
  return `ABN ${abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')}`;
}

/** The details of the organization for invoices that are issued from now on. */
export function billingDetailsPanel(context: ViewContext, details: BillingDetails): HTMLElement {
  const { name, abn, address } = details;
  const lines = [name, abn === null ? 'no ABN' : abnInWords(abn), ...address];
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Billing details' },
    h(
      'div',
      { class: 'head' },
      h('h3', {}, 'Who is invoiced'),
      mayChange(context.session) &&
        h('button', { type: 'button', onclick: () => askForDetails(context, details) }, 'Change billing details'),
    ),
    h(
      'address',
      {},
      lines.map((line) => h('div', {}, line)),
    ),
  );
}

function askForDetails(context: ViewContext, { abn, address }: BillingDetails): void {
  const number = h('input', { autocomplete: 'off', inputmode: 'numeric', maxlength: 20, value: abn ?? '' });
  const lines = h('textarea', { autocomplete: 'street-address', rows: 4 });
  lines.value = address.join('\n');
  const body = [
    h('p', {}, 'They stand on the invoices that are issued from now on. Those that were issued stay as they are.'),
    h('label', {}, 'ABN, if there is one (Australian tax invoices over $1,000 are asked for it)', number),
    h('label', {}, 'Address, up to six lines', lines),
  ];
  ask({ title: 'Billing details', body, confirm: 'Save' }, async () => {
    const given = lines.value.split('\n').map((line) => line.trim());
    await call('POST', pathOf(context.organization, '/billing-details'), {
      ...(number.value.trim() !== '' && { abn: number.value.trim() }),
      address: given.filter((line) => line !== ''),
    });
    say('The billing details are saved.');
    context.refresh();
  });
}
