import { isoOrNull } from '../../kinds.ts';
import type { ServiceAnswer } from '../resources/service.ts';
import { SERVICE_STATE } from '../resources/service.ts';
import { BILLING_DETAILS_ROUTES } from './billing-details-routes.ts';
import { BILLING_ROUTES } from './billing-routes.ts';
import { EVENT_ROUTES } from './event-routes.ts';
import { KEY_ROUTES } from './key-routes.ts';
import { ORGANIZATION_ROUTES } from './organization-routes.ts';
import { PAYMENT_ROUTES } from './payment-routes.ts';
import { PEOPLE_ROUTES } from './people-routes.ts';
import { PLAN_ROUTES } from './plan-routes.ts';
import type { ConsoleRoute, PathValues } from './route.ts';
import { SPENDING_ROUTES } from './spending-routes.ts';

/** What operators see of the service itself. */
const SERVICE_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'getService',
    summary: 'Read how the service fares: releases, workers, sidecar, drains, machines, and what went wrong last',
    method: 'GET',
    path: '/service',
    role: 'operator',
    query: {},
    answer: { status: 200, schema: SERVICE_STATE },
    async look(service, { store }) {
      // Also while the ledger is unreachable: that is when it is needed most.
      const [state, waiting] = await Promise.all([
        service(),
        store.transaction((tx) => tx.backlog()).catch(() => null),
      ]);
      const backlog = waiting && {
        ...waiting,
        oldestWindow: isoOrNull(waiting.oldestWindow),
        oldestDelivery: isoOrNull(waiting.oldestDelivery),
      };
      const body: ServiceAnswer = { ...state, backlog };
      return { status: 200, body };
    },
  },
];

/** The prefix of all paths of console routes. */
export const CONSOLE_PREFIX = '/console/v1';

/** Where the console describes itself; open to everybody. */
export const DESCRIPTION_PATH = `${CONSOLE_PREFIX}/openapi.json`;

/** The routes of the console in groups. The interface description is made from them. */
export const ROUTE_GROUPS: readonly { name: string; description: string; routes: readonly ConsoleRoute[] }[] = [
  { name: 'organizations', description: 'Organizations and their audit log.', routes: ORGANIZATION_ROUTES },
  { name: 'people', description: 'Inviting people, where no identity provider knows them.', routes: PEOPLE_ROUTES },
  { name: 'keys', description: 'API keys.', routes: KEY_ROUTES },
  { name: 'plans', description: 'Plans, their credits, and changing them.', routes: PLAN_ROUTES },
  { name: 'events', description: 'What an organization is told of, and where it is sent.', routes: EVENT_ROUTES },
  {
    name: 'billing',
    description: 'Usage, spending, invoices and payment methods.',
    routes: [...BILLING_ROUTES, ...PAYMENT_ROUTES, ...BILLING_DETAILS_ROUTES, ...SPENDING_ROUTES],
  },
  { name: 'service', description: 'The service itself, for operators.', routes: SERVICE_ROUTES },
];

/** Every route of the console. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = ROUTE_GROUPS.flatMap(({ routes }) => routes);

const COMPILED = CONSOLE_ROUTES.map((route) => ({ route, segments: `${CONSOLE_PREFIX}${route.path}`.split('/') }));

/**
 * The route of a method and a path, with the values of its names; null if there is none, or a value
 * cannot be decoded.
 */
export function findRoute(
  method: string,
  path: string,
): { readonly route: ConsoleRoute; readonly values: PathValues } | null {
  const given = path.split('/');
  for (const { route, segments } of COMPILED) {
    if (route.method !== method || segments.length !== given.length) continue;
    const values = matched(segments, given);
    if (values) return { route, values };
  }
  return null;
}

/**
 * A decoded name in a path; null if it cannot be one: PostgreSQL does not accept NUL, and no name
 * here has control characters.
 */
function decoded(given: string): string | null {
  try {
    const value = decodeURIComponent(given);
    return value === '' || /\p{Cc}/u.test(value) ? null : value;
  } catch {
    return null;
  }
}

function matched(segments: readonly string[], given: readonly string[]): PathValues | null {
  const values: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    if (!segment.startsWith('{')) {
      if (segment !== given[i]) return null;
      continue;
    }
    const value = decoded(given[i]!);
    if (value === null) return null;
    values[segment.slice(1, -1)] = value;
  }
  return values as PathValues;
}
