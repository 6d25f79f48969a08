import { h } from '../../playground/dom.ts';
import { call, pathOf } from '../api.ts';
import { ask, say } from '../states.ts';
import {
  type Change,
  changeInWords,
  credits,
  day,
  moment,
  money,
  PAYMENT_METHOD_WORDS,
  type Plan,
  type PlanState,
  termsInWords,
} from '../words.ts';
import { type Spending, spendingPanel } from './spending.ts';
import { mayChange, type View, type ViewContext } from './view.ts';

interface Outlook extends Plan {
  readonly refusal: { readonly reason: string; readonly message: string } | null;
}

interface Plans {
  readonly currency: string;
  readonly plans: readonly Outlook[];
}

/** The plan of an organization, and what a change would do, shown before it is confirmed. */
export const planView: View = async (context) => {
  const [state, { currency, plans }, spending] = await Promise.all([
    call<PlanState>('GET', pathOf(context.organization, '/plan')),
    call<Plans>('GET', pathOf(context.organization, '/plans')),
    call<Spending>('GET', pathOf(context.organization, '/spending')),
  ]);
  const may = mayChange(context.session);
  const nameOf = (id: string) => plans.find((plan) => plan.id === id)?.name ?? id;
  const { plan, scheduledChange, pendingChange } = state;
  const change = (to: Outlook, title: string) => void askToChange(context, to, title, state);
  const ends =
    scheduledChange !== null && plans.some(({ id, shape }) => id === scheduledChange.plan && shape === 'free');
  const cancel = may && plan.shape !== 'free' && !ends && pendingChange === null;
  const figures: [string, string][] = [
    ['Credits left', credits(state.credits.remaining)],
    ['Period ends', day(state.period.end)],
    ['Payment method', PAYMENT_METHOD_WORDS[state.paymentMethod]],
  ];
  return [
    h(
      'div',
      { class: 'head' },
      h('h2', {}, 'Plan'),
      cancel &&
        h(
          'button',
          { type: 'button', id: 'cancel-plan', onclick: () => void askToCancel(context, nameOf, state) },
          'Cancel plan',
        ),
    ),
    h(
      'section',
      { class: 'panel', 'aria-label': 'Current plan' },
      h('h3', {}, plan.name),
      h('p', {}, termsInWords(plan, currency)),
      state.paymentOverdue && h('p', { class: 'problem' }, 'A payment is overdue.'),
      h(
        'dl',
        { class: 'figures' },
        figures.map(([term, text]) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
      ),
    ),
    ...(pendingChange ? [pendingPanel(context, pendingChange, nameOf(pendingChange.plan), currency)] : []),
    ...spendingPanel(context, spending),
    ...(scheduledChange
      ? [
          h(
            'section',
            { class: 'panel', 'aria-label': 'Scheduled change', id: 'scheduled' },
            h('p', {}, `${nameOf(scheduledChange.plan)} takes over on ${day(scheduledChange.at)}.`),
            may &&
              pendingChange === null &&
              h(
                'div',
                { class: 'actions' },
                h(
                  'button',
                  { type: 'button', onclick: () => askToWithdraw(context, plan.name) },
                  'Withdraw this change',
                ),
              ),
          ),
        ]
      : []),
    h(
      'div',
      { class: 'plans' },
      plans
        .filter(({ id }) => id !== plan.id)
        .map((other) =>
          h(
            'section',
            { class: 'panel', 'aria-label': other.name, 'data-plan': other.id },
            h('h3', {}, other.name),
            h('p', {}, termsInWords(other, currency)),
            other.refusal ? h('p', { class: 'small muted' }, refusalInWords(other.refusal, context)) : null,
            may &&
              !other.refusal &&
              h(
                'div',
                { class: 'actions' },
                h(
                  'button',
                  { type: 'button', onclick: () => change(other, `Change to ${other.name}?`) },
                  `See what changing to ${other.name} does`,
                ),
              ),
          ),
        ),
    ),
    ...(may
      ? [
          h(
            'p',
            { class: 'small' },
            h('a', { href: `#/o/${encodeURIComponent(context.organization)}/organization` }, 'Close the organization'),
          ),
        ]
      : []),
  ];
};

/** A change that waits for its payment. */
function pendingPanel(
  context: ViewContext,
  { cents, confirmedAt }: NonNullable<PlanState['pendingChange']>,
  name: string,
  currency: string,
): HTMLElement {
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Pending change', id: 'pending' },
    h(
      'div',
      { class: 'head' },
      h('h3', {}, `Change to ${name}`),
      h('span', { class: 'badge warn' }, 'payment pending'),
    ),
    h(
      'p',
      {},
      `${money(cents, currency)} was asked for on ${moment(confirmedAt)}, and the bank has not answered yet. ` +
        `${name} begins once it is paid; if it is declined, everything stays as it is. Nothing else can change until then.`,
    ),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', onclick: () => context.refresh() }, 'Look again'),
      context.session.role === 'operator' &&
        h('button', { type: 'button', onclick: () => askToGiveUp(context, name) }, 'Give up this change'),
    ),
  );
}

function askToGiveUp(context: ViewContext, name: string): void {
  const body = [
    h(
      'p',
      {},
      `${name} does not begin, and nothing is charged. Money that the provider took already is yours to give back.`,
    ),
  ];
  ask(
    {
      title: `Give up the change to ${name}?`,
      body,
      confirm: 'Give up change',
      cancel: 'Leave it pending',
      danger: true,
    },
    async () => {
      await call('POST', pathOf(context.organization, '/plan/pending-change/withdraw'), {});
      say('The change is given up.');
      context.refresh();
    },
  );
}

/** Why a plan cannot be chosen, with the way out where there is one. */
function refusalInWords(
  { reason, message }: NonNullable<Outlook['refusal']>,
  { organization }: ViewContext,
): string | readonly (string | Node)[] {
  if (reason !== 'payment-method-needed') return message;
  const href = `#/o/${encodeURIComponent(organization)}/payment`;
  return ['Needs a verified payment method. ', h('a', { href }, 'Set one up')];
}

/** A change, and the token that confirms it. */
type Offered = Change & { readonly token: string };

/** Shows what a change does, in a preview that can be confirmed. */
async function askToChange(context: ViewContext, to: Outlook, title: string, state: PlanState): Promise<void> {
  const path = pathOf(context.organization, '/plan/previews');
  const offered = await call<Offered>('POST', path, { plan: to.id }).catch(() => null);
  if (offered === null) return context.refresh();
  askToConfirm(context, offered, to.name, { title, path: '/plan/changes' }, state);
}

/** Shows what cancelling does, likewise. */
async function askToCancel(context: ViewContext, nameOf: (id: string) => string, state: PlanState): Promise<void> {
  const path = pathOf(context.organization, '/plan/cancel/previews');
  const offered = await call<Offered>('POST', path, {}).catch(() => null);
  if (offered === null) return context.refresh();
  const title = `Cancel ${state.plan.name}?`;
  askToConfirm(context, offered, nameOf(offered.plan), { title, path: '/plan/cancel' }, state);
}

function askToConfirm(
  context: ViewContext,
  offered: Offered,
  name: string,
  { title, path }: { readonly title: string; readonly path: string },
  state: PlanState,
): void {
  const told = changeInWords(offered, name, state).map((sentence) => h('li', {}, sentence));
  const { totalCents, planCents, currency, payment } = offered;
  const confirm =
    payment === 'charged'
      ? `Confirm and pay ${money(planCents, currency)}`
      : totalCents > 0
        ? `Confirm and be invoiced ${money(totalCents, currency)}`
        : 'Confirm';
  ask({ title, body: [h('ul', {}, told)], confirm }, async () => {
    const body = { token: offered.token };
    const { pendingChange } = await call<PlanState>('POST', pathOf(context.organization, path), body);
    if (pendingChange !== null) say(`${name} waits for its payment.`);
    else say(offered.effective === 'now' ? `${name} is active.` : `${name} is scheduled.`);
    context.refresh();
  });
}

function askToWithdraw(context: ViewContext, name: string): void {
  const body = [h('p', {}, `${name} goes on. No money and no credits move.`)];
  ask(
    {
      title: 'Withdraw the scheduled change?',
      body,
      confirm: 'Withdraw change',
      cancel: 'Leave it scheduled',
      danger: true,
    },
    async () => {
      await call('DELETE', pathOf(context.organization, '/plan/scheduled-change'));
      say('The scheduled change is withdrawn.');
      context.refresh();
    },
  );
}
