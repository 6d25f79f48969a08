import type { AccountEvent, Delivery, Endpoint } from '../api.ts';
import { ApiFailure, call, pathOf } from '../api.ts';
import { say } from '../states.ts';
import { moment } from '../words.ts';
import type { ViewContext } from './view.ts';

/** How long the result of a test is waited for, ms: an endpoint has ten seconds to answer. */
const WAIT_MS = 30_000;
const LOOK_MS = 500;

/** Sends a test to an endpoint, says so, and says what became of the first attempt when that is known. */
export async function sendTest({ id, target }: Endpoint, context: ViewContext): Promise<void> {
  const path = (rest: string) => pathOf(context.organization, rest);
  const place = location.hash;
  try {
    const { id: test } = await call<AccountEvent>('POST', path(`/endpoints/${encodeURIComponent(id)}/test`), {});
    say(`Sent. ${target} has not answered yet.`);
    context.refresh();
    for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const { events } = await call<{ events: AccountEvent[] }>('GET', path('/events?limit=50'));
      const made = events.find((event) => event.id === test);
      const delivery = made?.deliveries.find(({ endpoint }) => endpoint === id);
      if (delivery === undefined || delivery.attempts === 0) continue;
      say(resultInWords(target, delivery));
      if (location.hash === place) context.refresh();
      return;
    }
    say(`${target} has not answered. The list of events shows what becomes of the test.`);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    say(error.message);
  }
}

function resultInWords(target: string, { state, status, fault, nextAt }: Delivery): string {
  const answered = status === null ? '' : ` It answered ${status}.`;
  if (state === 'delivered') return `The test arrived at ${target}.${answered}`;
  const next = nextAt === null ? '' : ` It is tried again ${moment(nextAt)}.`;
  return `The test did not arrive at ${target}: ${fault ?? 'no answer'}.${next}`;
}
