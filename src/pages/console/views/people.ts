import { h } from '../../playground/dom.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { reveal } from '../reveal.ts';
import { ask, statePanel } from '../states.ts';
import { moment } from '../words.ts';
import type { View, ViewContext } from './view.ts';

interface Invitation {
  readonly id: string;
  readonly subject: string;
  readonly role: 'member' | 'admin';
  readonly expiresAt: string;
  readonly token: string | null;
}

/** Inviting people to an organization, without an identity provider; for its admins. */
export const peopleView: View = async (context) => {
  const path = pathOf(context.organization, '/invitations');
  const { invitations } = await call<{ invitations: Invitation[] }>('GET', path);
  const make = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => askForPerson(context) },
    'Invite somebody',
  );
  const heading = h('div', { class: 'head' }, h('h2', {}, 'People'), make);
  if (invitations.length === 0)
    return [
      heading,
      statePanel('empty', 'No invitations', h('p', {}, 'A link lets somebody in, once, within three days.')),
    ];
  const heads = ['Who', 'May', 'Good until', 'Actions'].map((head) => h('th', { scope: 'col' }, head));
  const rows = invitations.map((invitation) =>
    h(
      'tr',
      {},
      h('td', {}, invitation.subject),
      h('td', {}, invitation.role === 'admin' ? 'change' : 'read'),
      h('td', { class: 'small' }, moment(invitation.expiresAt)),
      h(
        'td',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'danger',
            onclick: () => askToWithdraw(invitation, context),
            'aria-label': `Withdraw the invitation of ${invitation.subject}`,
          },
          'Withdraw',
        ),
      ),
    ),
  );
  return [
    heading,
    h(
      'div',
      { class: 'panel table', tabindex: 0, role: 'region', 'aria-label': 'Invitations' },
      h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)),
    ),
  ];
};

function askForPerson(context: ViewContext): void {
  const subject = h('input', { maxlength: 255, autocomplete: 'off', required: true });
  const role = h('select', {}, h('option', { value: 'member' }, 'read'), h('option', { value: 'admin' }, 'change'));
  const body = [
    h('label', {}, 'Their name or e-mail address, as it will stand in the audit log', subject),
    h('label', {}, 'They may', role),
  ];
  ask({ title: 'Invite somebody', body, confirm: 'Make a link', cancel: 'Not now' }, async () => {
    if (subject.value.trim() === '') throw new ApiFailure(400, 'INVALID_PARAMETERS', 'Say who it is for.', null);
    const path = pathOf(context.organization, '/invitations');
    show(await call<Invitation>('POST', path, { subject: subject.value.trim(), role: role.value }), context);
  });
}

function askToWithdraw({ id, subject }: Invitation, context: ViewContext): void {
  const body = [h('p', {}, 'The link lets nobody in any more.')];
  ask(
    { title: `Withdraw the invitation of ${subject}?`, body, confirm: 'Withdraw invitation', danger: true },
    async () => {
      await call('DELETE', pathOf(context.organization, `/invitations/${encodeURIComponent(id)}`), {});
      context.refresh();
    },
  );
}

/** Lists an invitation, and shows its link, once. */
function show({ subject, token }: Invitation, context: ViewContext): void {
  context.refresh();
  if (token === null) return;
  const title = `Give this link to ${subject}: it lets them in once, and is not shown again.`;
  reveal({ title, text: `${location.origin}/#/link/${token}`, id: 'new-link', dismissed: context.refresh });
}
