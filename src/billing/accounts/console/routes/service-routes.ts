import { isoOrNull } from '../../kinds.ts';
import type { ServiceAnswer } from '../resources/service.ts';
import { SERVICE_STATE } from '../resources/service.ts';
import type { ConsoleRoute } from './route.ts';

/** What operators see of the service itself. */
export const SERVICE_ROUTES: readonly ConsoleRoute[] = [
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
