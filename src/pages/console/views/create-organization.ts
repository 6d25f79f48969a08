import { h } from '../../playground/dom.ts';
import { ApiFailure, call } from '../api.ts';
import { ask } from '../states.ts';
import { money, type Plan } from '../words.ts';
import { type Invitation, showInvitation } from './people.ts';
import type { ViewContext } from './view.ts';

/** Asks an operator for a new organization: its name, id, plan and first admin. */
export async function askForOrganization(context: ViewContext): Promise<void> {
  const { currency, plans } = await call<{ currency: string; plans: Plan[] }>('GET', '/plans');
  const { invites } = context;
  const name = h('input', { maxlength: 100, autocomplete: 'off', required: true });
  const id = h('input', { maxlength: 64, autocomplete: 'off', spellcheck: 'false', required: true });
  const plan = h(
    'select',
    {},
    plans.map((each) =>
      h(
        'option',
        { value: each.id },
        each.priceCents > 0 ? `${each.name}, ${money(each.priceCents, currency)}` : each.name,
      ),
    ),
  );
  const admin = h('input', {
    type: invites === 'mail' ? 'email' : 'text',
    maxlength: invites === 'mail' ? 254 : 255,
    autocomplete: 'off',
  });
  let own = false;
  id.addEventListener('input', () => {
    own = id.value !== '';
  });
  name.addEventListener('input', () => {
    if (!own) id.value = idOf(name.value);
  });
  const body = [
    h('label', {}, 'Its name, as it should stand on invoices', name),
    h('label', {}, 'Its id, which never changes', id),
    h('label', {}, 'Plan', plan),
    invites === 'mail' && h('label', {}, 'E-mail address of its first admin, who gets a link', admin),
    invites === 'link' && h('label', {}, 'Name or e-mail address of its first admin, for a link to hand over', admin),
  ];
  ask({ title: 'New organization', body, confirm: 'Create organization', cancel: 'Not now' }, async () => {
    const wanted = { name: name.value.trim(), id: id.value.trim(), plan: plan.value };
    const first = admin.value.trim();
    if (wanted.name === '') throw new ApiFailure(400, 'INVALID_PARAMETERS', 'Say its name.', null);
    const { invitation } = await call<{ invitation: Invitation | null }>('POST', '/organizations', {
      ...wanted,
      ...(first !== '' && { admin: first }),
    });
    if (invitation === null) context.refresh();
    else showInvitation(invitation, context);
  });
}

/** An id made from a name: Acme Pty Ltd becomes acme-pty-ltd. */
function idOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 64);
}
