import { readFileSync } from 'node:fs';
import { bytesOf } from '../../../../src/address/index/bytes.ts';
import { openIndex } from '../../../../src/address/index/open.ts';
import { bindOperations } from '../../../../src/address/operations/call/bind-operations.ts';
import { ADDRESS, type Admit } from '../../../../src/service/admission/admit.ts';
import { admitByEither } from '../../../../src/service/admission/admit-by-gate.ts';
import { ClientRates, clientRateTable } from '../../../../src/service/admission/limits/client-rates.ts';
import { serveCounters } from '../../../../src/service/admission/serve-counters.ts';
import { type DataDoor, dataRequests } from '../../../../src/service/http/handlers/data-request.ts';
import { exchangeOf } from '../../../../src/service/http/handlers/exchange.ts';
import { holdWaiting } from '../../../../src/service/http/overload/overload.ts';
import { parseParameters } from '../../../../src/service/http/parameters.ts';
import { presentedKey } from '../../../../src/service/http/request-head.ts';
import { DATA } from '../../../../src/service/http/response/head.ts';
import type { Send } from '../../../../src/service/http/response/send.ts';
import { endWithBody } from '../../../../src/service/http/response/send.ts';
import { ROUTES } from '../../../../src/service/http/routes.ts';
import { loadUws } from '../../../../src/service/http/uws.ts';
import { createLog } from '../../../../src/service/telemetry/log.ts';
import { newWorkerCounts, workerCountsIn } from '../../../../src/service/telemetry/worker-counts.ts';
import { bareHandler } from '../head.ts';
import type { RecordedAnswers } from '../record.ts';
import type { SteppedServer } from './stepped-server.ts';

/*
 * One data route as the service answers it, but for one step, which is replaced by what it would
 * have come to. Prints its port. Usage: `steps-server.js <SteppedServer as JSON>`
 */

/** Requests that take longer than this, ms, would be logged: none does. */
const SLOW_MS = 60_000;

const { index: file, answers, path, head, counters, key, leftOut } = JSON.parse(process.argv[2]) as SteppedServer;
const recorded = (JSON.parse(readFileSync(answers, 'utf8')) as RecordedAnswers)[path];
const route = ROUTES.find((each) => each.path === path)!;
const index = openIndex(file);
const uws = loadUws();
const app = uws.App();
const encoder = new TextEncoder();

if (leftOut === 'everything') app.get(path, bareHandler(recorded, head));
else {
  const log = createLog('silent');
  const counts = leftOut === 'counts' ? null : workerCountsIn(newWorkerCounts());
  const load = holdWaiting({ target: 0, connections: () => 0, log, counts });
  const operations = bindOperations(index);
  const served = {
    ...{ release: '', asgs: null, addresses: 0, attribution: '', since: 0 },
    ...{ operations, pages: new Map(), explain: null },
  };
  const admit = leftOut === 'gate' ? admitAll() : admitByEither([], byCounters());
  const service = { current: { served }, admit, log, accessLog: null, slowMilliseconds: counts ? SLOW_MS : 0, counts };
  const exchange = exchangeOf(service, () => false, load);
  const whole = leftOut === 'head' ? { ...exchange, send: preparedSend() } : exchange;
  const manner = { keyOf: leftOut === 'key' ? () => key : presentedKey, lines: DATA, errorLines: DATA };
  const answer = dataRequests(whole, admit, load, manner);
  const door = doorOf();
  app.get(path, (response, request) => answer(door, response, request, false));
}
app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('no port');
  process.stdout.write(`${uws.us_socket_local_port(socket)}\n`);
});

function byCounters(): Admit {
  return serveCounters(counters, ADDRESS, new ClientRates(clientRateTable())).admit;
}

/** The credit headers of an answer, as they were recorded. */
function admitAll(): Admit {
  const [name, value] = head.rest.slice(head.rest.indexOf('X-RateLimit-Product')).split(/: (.*)/s);
  const headers = [[encoder.encode(name), encoder.encode(value)]] as const;
  const admitted = { admitted: true, account: 'bench', settle: () => headers } as const;
  return () => admitted;
}

/** Sends one head with every body. */
function preparedSend(): Send {
  const id = `req_${'0123456789abcdef'.repeat(2)}`;
  const bytes = encoder.encode(`200 OK\r\nX-Request-Id: ${id}\r\n${head.name}: ${head.rest}`);
  return (response, _head, _status, _lines, _headers, body) => {
    response.writeStatus(bytes);
    endWithBody(response, body);
  };
}

/** The route, or one that has the parameters of each request beforehand, or one body for all. */
function doorOf(): DataDoor {
  if (leftOut !== 'parameters' && leftOut !== 'answer') return route;
  const operations = bindOperations(index);
  const run = operations[route.operation] as (parameters: unknown, out: Parameters<DataDoor['answer']>[2]) => unknown;
  const parsed = recorded.map(({ target }) =>
    parseParameters<unknown>(route.row.parameters, target.slice(target.indexOf('?') + 1)),
  );
  const byLength = recorded.map(({ body }) => encoder.encode(body)).sort((a, b) => a.length - b.length);
  const body = bytesOf(byLength[byLength.length >> 1].slice().buffer);
  let next = 0;
  return {
    ...route,
    answer(_operations, query, out) {
      const at = next;
      next = next + 1 === recorded.length ? 0 : next + 1;
      if (leftOut === 'parameters') run(parsed[at], out);
      else {
        parseParameters<unknown>(route.row.parameters, query);
        out.raw(body, 0, body.length);
      }
      return null;
    },
  };
}
