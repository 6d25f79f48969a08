import type { UwsResponse } from '../../../src/service/http/uws.ts';
import type { RecordedHead } from './head.ts';
import type { RecordedAnswers } from './record.ts';

/** A handler that sends recorded bodies in turn with the headers of an answer, and does nothing else. */
export function bareHandler(
  recorded: RecordedAnswers[string],
  { name, rest }: RecordedHead,
): (response: UwsResponse) => void {
  const encoder = new TextEncoder();
  const idName = encoder.encode('X-Request-Id');
  const id = encoder.encode(`req_${'0123456789abcdef'.repeat(2)}`);
  const nameBytes = encoder.encode(name);
  const restBytes = encoder.encode(rest);
  const bodies = recorded.map(({ body }) => encoder.encode(body));
  let next = 0;
  return (response) => {
    const body = bodies[next];
    next = next + 1 === bodies.length ? 0 : next + 1;
    response.writeHeader(idName, id).writeHeader(nameBytes, restBytes).end(body);
  };
}
