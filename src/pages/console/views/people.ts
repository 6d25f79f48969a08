import { h } from '../../playground/dom.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { reveal } from '../reveal.ts';
import { ask, say, statePanel } from '../states.ts';
import { moment } from '../words.ts';
import type { View, ViewContext } from './view.ts';

/** An invitation, as the API has it. */
export interface Invitation {
  readonly id: string;
  readonly subject: string;
  readonly role: 'member' | 'admin';
  readonly expiresAt: string;
  readonly token: string | null;
  /** Whether its link was mailed just now. */
  readonly mailed: boolean;
}

interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: 'member' | 'admin';
  readonly createdAt: string;
}

/** Inviting people to an organization, and those who log in by mail; for its admins. */
export const peopleView: View = async (context) => {
  const of = (rest: string) => pathOf(context.organization, rest);
  const [{ invitations }, { people }] = await Promise.all([
    call<{ invitations: Invitation[] }>('GET', of('/invitations')),
    call<{ people: Person[] }>('GET', of('/people')),
  ]);
  const make = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => askForPerson(context) },
    'Invite somebody',
  );
  const heading = h('div', { class: 'head' }, h('h2', {}, 'People'), make);
  const found = [
    ...(people.length > 0
      ? [
          tableOf(
            'Log in by mail',
            'Since',
            people.map((each) => personRow(each, context)),
          ),
        ]
      : []),
    ...(invitations.length > 0
      ? [
          tableOf(
            'Invitations',
            'Good until',
            invitations.map((each) => invitationRow(each, context)),
          ),
        ]
      : []),
  ];
  if (found.length > 0) return [heading, ...found];
  return [
    heading,
    statePanel('empty', 'No invitations', h('p', {}, 'A link lets somebody in, once, within three days.')),
  ];
};

function tableOf(title: string, time: string, rows: readonly HTMLElement[]): HTMLElement {
  const heads = ['Who', 'May', time, 'Actions'].map((head) => h('th', { scope: 'col' }, head));
  return h(
    'section',
    { class: 'panel' },
    h('h3', {}, title),
    h(
      'div',
      { class: 'table', tabindex: 0, role: 'region', 'aria-label': title },
      h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)),
    ),
  );
}

function rowOf({
  who,
  role,
  time,
  act,
}: {
  who: string;
  role: Person['role'];
  time: string;
  act: HTMLElement | null;
}): HTMLElement {
  return h(
    'tr',
    {},
    h('td', {}, who),
    h('td', {}, role === 'admin' ? 'change' : 'read'),
    h('td', { class: 'small' }, moment(time)),
    h('td', {}, act),
  );
}

function invitationRow(invitation: Invitation, context: ViewContext): HTMLElement {
  const { subject, role, expiresAt } = invitation;
  const label = `Withdraw the invitation of ${subject}`;
  const onclick = () => askToWithdraw(invitation, context);
  const act = h('button', { type: 'button', class: 'danger', onclick, 'aria-label': label }, 'Withdraw');
  return rowOf({ who: subject, role, time: expiresAt, act });
}

/** Nobody removes themselves. */
function personRow(person: Person, context: ViewContext): HTMLElement {
  const { email, role, createdAt, id } = person;
  const onclick = () => askToRemove(person, context);
  const act = h('button', { type: 'button', class: 'danger', onclick, 'aria-label': `Remove ${email}` }, 'Remove');
  return rowOf({ who: email, role, time: createdAt, act: id === context.session.person ? null : act });
}

function askToRemove({ id, email }: Person, context: ViewContext): void {
  const body = [
    h('p', {}, 'Their session ends at once, and no link lets them in any more. Keys that they made go on.'),
  ];
  ask({ title: `Remove ${email}?`, body, confirm: 'Remove from organization', danger: true }, async () => {
    await call('DELETE', pathOf(context.organization, `/people/${encodeURIComponent(id)}`), {});
    context.refresh();
  });
}

function askForPerson(context: ViewContext): void {
  const byMail = context.invites === 'mail';
  const type = byMail ? 'email' : 'text';
  const subject = h('input', { type, maxlength: byMail ? 254 : 255, autocomplete: 'off', required: true });
  const role = h('select', {}, h('option', { value: 'member' }, 'read'), h('option', { value: 'admin' }, 'change'));
  const body = [
    h(
      'label',
      {},
      byMail ? 'Their e-mail address' : 'Their name or e-mail address, as it will stand in the audit log',
      subject,
    ),
    h('label', {}, 'They may', role),
  ];
  ask(
    { title: 'Invite somebody', body, confirm: byMail ? 'Mail them a link' : 'Make a link', cancel: 'Not now' },
    async () => {
      if (subject.value.trim() === '') throw new ApiFailure(400, 'INVALID_PARAMETERS', 'Say who it is for.', null);
      const path = pathOf(context.organization, '/invitations');
      showInvitation(
        await call<Invitation>('POST', path, { subject: subject.value.trim(), role: role.value }),
        context,
      );
    },
  );
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

/** Lists a new invitation; shows its link, once, if it was not mailed. */
export function showInvitation({ subject, token, mailed }: Invitation, context: ViewContext): void {
  context.refresh();
  if (mailed) say(`A link was mailed to ${subject}.`);
  if (token === null) return;
  const failed =
    context.invites === 'mail' ? `The link could not be mailed. Give it to ${subject}` : `Give this link to ${subject}`;
  const title = `${failed}: it lets them in once, and is not shown again.`;
  reveal({ title, text: `${location.origin}/#/link/${token}`, id: 'new-link', dismissed: context.refresh });
}
