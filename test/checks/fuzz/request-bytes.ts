import { join } from 'node:path';
import { mutate } from './random.ts';
import { buildSample, exchange, startService } from './running-service.ts';
import type { Target } from './target.ts';

const KEY = 'fuzz';
const REQUESTS = [
  `GET /v1/address/validate?q=1+high+st HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEY}\r\n\r\n`,
  `GET /v1/address/autocomplete?q=2+perth&limit=3 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEY}\r\ntraceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n\r\n`,
  `HEAD /v1/address/enrich?id=GAVIC1 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEY}\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br, gzip;q=0.5\r\nIf-None-Match: "a", W/"b"\r\n\r\n',
  'GET /openapi.json HTTP/1.1\r\nHost: a\r\nIf-Modified-Since: Sun, 22 Nov 2026 10:00:00 GMT\r\n\r\n',
  `POST /v1/address/validate HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEY}\r\nContent-Length: 5\r\n\r\nhello`,
  `OPTIONS /v1/address/validate HTTP/1.1\r\nHost: a\r\nOrigin: https://example.com\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
  'GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
];
const WORDS = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    ': ',
    ':',
    ' HTTP/1.1',
    'HTTP/1.0',
    'HTTP/2.0',
    'Content-Length: 0\r\n',
    'Content-Length: 18446744073709551616\r\n',
  ],
  ...[
    'Transfer-Encoding: chunked\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\n',
    'Expect: 100-continue\r\n',
    'X-Api-Key:',
    '\0',
    '\xff',
    '%00',
    '/../',
    '//',
    '?',
    '#',
  ],
  ...[
    'Range: bytes=0-\r\n',
    '\t',
    'a'.repeat(5000),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '-1\r\n',
  ],
];
const HEALTH = Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

/** How long it takes to be sure that nothing more comes, ms. */
const QUIET = 40;

/** Bytes on a connection to the running service. */
export const requestBytes: Target = {
  name: 'request-bytes',
  async open(folder) {
    const index = buildSample(join(folder, 'sample.lbx'));
    const service = await startService(['--index', index, '--workers', '1', '--dev-key', KEY, '--verify-index', 'off']);
    return {
      make(random) {
        const several = Array.from({ length: 1 + random.below(3) }, () => random.of(REQUESTS)).join('');
        return mutate(random, Buffer.from(several, 'latin1'), WORDS);
      },
      async run(input) {
        const half = input.length >> 1;
        const received = await exchange(service.port, [input.subarray(0, half), input.subarray(half)], QUIET);
        for (const [line, status] of received.matchAll(/^HTTP\/1\.1 (\d+)[^\r\n]*/gm))
          if (!['100', '200', '204', '304', '400', '401', '404', '405', '431', '505'].includes(status))
            return `answers ${line}`;
        if (service.fault() !== null) return service.fault();
        const health = await exchange(service.port, [HEALTH], 5000);
        return health.includes('200 OK') ? null : `then /healthz answers ${JSON.stringify(health.slice(0, 100))}`;
      },
      close: () => service.stop(),
    };
  },
};
