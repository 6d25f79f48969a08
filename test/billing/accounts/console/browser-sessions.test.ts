import { expect, test } from 'vitest';
import { BrowserSessions } from '../../../../src/billing/accounts/console/login/browser-sessions.ts';
import type { Session } from '../../../../src/billing/accounts/console/session/session.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const session: Session = { subject: 'ann', organization: 'org_a', role: 'admin' };

function newSessions() {
  const clock = { now: Date.UTC(2026, 0, 1) };
  return { clock, sessions: new BrowserSessions(() => clock.now) };
}

test('a session ends after eight hours, or two without a request', () => {
  const { clock, sessions } = newSessions();
  const { id, seconds } = sessions.begin(session);
  const began = clock.now;
  expect(seconds).toBe(8 * 3600);
  expect(sessions.find(id)).toMatchObject({ session, expiresAt: began + 8 * HOUR });
  for (let i = 0; i < 4; i++, clock.now += 2 * HOUR - 1) expect(sessions.find(id)).not.toBeNull();
  expect(sessions.find(id)).not.toBeNull();
  clock.now = began + 8 * HOUR - 1;
  expect(sessions.find(id)).not.toBeNull();
  clock.now++;
  expect(sessions.find(id)).toBeNull();
  const idle = sessions.begin(session).id;
  clock.now += 2 * HOUR;
  expect(sessions.find(idle)).toBeNull();
  expect(sessions.begin(session, 90_500).seconds).toBe(90);
  expect(sessions.begin(session, 9 * HOUR).seconds).toBe(8 * 3600);
  expect([sessions.find(null), sessions.find('unknown')]).toEqual([null, null]);
});

test('a session gets a new id after fifteen minutes, and its old one stays valid for a minute', () => {
  const { clock, sessions } = newSessions();
  const { id } = sessions.begin(session);
  const first = sessions.find(id)!;
  clock.now += 15 * MINUTE - 1;
  expect(sessions.rotate(id)).toBeNull();
  clock.now += 1;
  const rotated = sessions.rotate(id)!;
  expect(rotated.seconds).toBe(8 * 3600 - 15 * 60);
  expect([sessions.find(rotated.id), sessions.rotate(rotated.id)]).toEqual([first, null]);
  clock.now += MINUTE - 1;
  expect(sessions.find(id)).not.toBeNull();
  clock.now += 1;
  expect([sessions.find(id), sessions.find(rotated.id) === null]).toEqual([null, false]);
  clock.now += 14 * MINUTE;
  const again = sessions.rotate(rotated.id)!;
  sessions.end(rotated.id);
  expect([sessions.find(again.id), sessions.find(rotated.id), sessions.rotate(again.id)]).toEqual([null, null, null]);
});
