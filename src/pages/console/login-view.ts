import { fill, h } from '../playground/dom.ts';
import { ApiFailure, askForMail, type LoginState, useLink } from './api.ts';
import { statePanel } from './states.ts';

/** Why a login at the provider failed, by the word in the URL. */
const FAULTS: Readonly<Record<string, string>> = {
  denied: 'The identity provider did not let you in.',
  expired: 'That took too long, or began in another browser. Try again.',
  refused: 'What the identity provider answered could not be trusted. Try again; if it stays so, tell the operator.',
  forbidden:
    'You are known at the identity provider, but have no role in an organization here. Ask your admin for one, or log in as another user.',
  limited: 'There were too many attempts to log in from your address. Wait a minute, and try again.',
  unavailable: 'The identity provider cannot be reached at the moment. Try again soon.',
};

/** The page for those who are not logged in. */
export function loginView({ login, mail }: LoginState, fault: string): HTMLElement {
  const problem = Object.hasOwn(FAULTS, fault) && h('p', { class: 'problem', role: 'alert' }, FAULTS[fault]);
  const provider = {
    href: fault === 'forbidden' ? '/auth/login?another' : '/auth/login',
    title: fault === 'forbidden' ? 'Log in as another user' : mail ? 'Log in by the identity provider' : 'Log in',
  };
  return statePanel(
    'login',
    'Log in',
    problem,
    mail && mailForm(),
    login === 'provider' && h('a', { class: 'button', href: provider.href }, provider.title),
    login === 'link' &&
      !mail &&
      h(
        'p',
        {},
        'Ask the operator for a link: ',
        h('code', {}, 'npm run admin -- login'),
        ' prints one, good for five minutes.',
      ),
    login === 'off' &&
      !mail &&
      h(
        'p',
        {},
        'Logging in here is not set up: the operator has to give the console a client id (',
        h('code', {}, '--oidc-client-id'),
        '). Tokens of the API work.',
      ),
  );
}

/** Asks for a link by mail; says the same whether or not anybody has the address. */
function mailForm(): HTMLElement {
  const email = h('input', { type: 'email', maxlength: 254, autocomplete: 'email', required: true });
  const told = h('p', { role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const button = h('button', { class: 'primary' }, 'Mail me a link');
  const form = h('form', {}, h('label', {}, 'E-mail address', email), problem, told, button);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    fill(problem);
    fill(told);
    try {
      await askForMail(email.value.trim());
      const to = email.value.trim();
      fill(told, `If ${to} may log in here, a link is on its way to it. It works once, within ten minutes.`);
      fill(button, 'Mail me another');
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      fill(problem, error.message);
    }
    button.disabled = false;
  });
  return form;
}

/**
 * The page of a one-time link: says whom it is for, and redeems it on a click, so that link
 * scanners do not use it up.
 */
export function linkView(token: string, entered: () => void): HTMLElement {
  const { sub, role, organization } = claimsOf(token);
  const problem = h('p', { class: 'problem', role: 'alert' });
  const button = h('button', { type: 'button', class: 'primary' }, 'Log in');
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await useLink(token);
      entered();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      fill(problem, `${error.message} `, h('a', { href: '#/' }, 'Log in another way'));
      button.disabled = false;
      button.hidden = error.code === 'UNAUTHENTICATED';
    }
  });
  const mailed = { inv: 'You are invited. The link lets you in once.', log: 'The link lets you in once.' };
  const who =
    mailed[token.slice(0, 3) as keyof typeof mailed] ??
    `As ${sub}, ${role}${organization === '' ? '' : ` of ${organization}`}.`;
  return statePanel('link', 'Log in by this link?', h('p', {}, who), problem, button);
}

/** The claims in a token, which are shown but never trusted. */
function claimsOf(token: string): { readonly sub: string; readonly role: string; readonly organization: string } {
  try {
    const bytes = Uint8Array.from(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return { sub: String(claims.sub), role: String(claims.role), organization: String(claims.organization ?? '') };
  } catch {
    return { sub: 'nobody', role: 'unknown', organization: '' };
  }
}
