import type { UwsRequest, UwsResponse } from '../uws.ts';

/** A copy of a request that stays valid after its handler has returned. */
function keepRequest(request: UwsRequest): UwsRequest {
  const headers: [string, string][] = [];
  request.forEach((name, value) => void headers.push([name, value]));
  const url = request.getUrl();
  const method = request.getCaseSensitiveMethod();
  const query = request.getQuery();
  const parameter = request.getParameter(0);
  return {
    getHeader(lowerCaseName) {
      const name = typeof lowerCaseName === 'string' ? lowerCaseName : Buffer.from(lowerCaseName).toString('latin1');
      return headers.find(([each]) => each === name)?.[1] ?? '';
    },
    getUrl: () => url,
    getParameter: (place) => (place === 0 ? parameter : undefined),
    getCaseSensitiveMethod: () => method,
    getQuery: () => query,
    forEach(each) {
      for (const [name, value] of headers) each(name, value);
    },
  };
}

/**
 * Puts requests off until the sockets have been read once more, which shows whose client has
 * disconnected meanwhile: then `gone` is called, else the handler, with the kept request, which has
 * to end the response. A client that sends a further request before its answer loses its
 * connection.
 */
export function putOff(
  gone: () => void,
): (response: UwsResponse, request: UwsRequest, handler: (kept: UwsRequest) => void) => void {
  let waiting: (() => void)[] = [];
  const answerAll = () => {
    const all = waiting;
    waiting = [];
    for (const answer of all) answer();
  };
  return (response, request, handler) => {
    const kept = keepRequest(request);
    let left = false;
    response.onAborted(() => {
      left = true;
    });
    waiting.push(() => {
      if (left) gone();
      else response.cork(() => handler(kept));
    });
    // The first setImmediate runs before the sockets are read again, the second after.
    if (waiting.length === 1) setImmediate(() => setImmediate(answerAll));
  };
}
