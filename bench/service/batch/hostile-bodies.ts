/** A body meant to block a worker, and how it is sent. */
export interface HostileBody {
  readonly name: string;
  readonly body: () => Buffer;
  /** Connections that send it at the same time, each repeatedly. */
  readonly connections: number;
  /** Milliseconds between bytes; all are sent at once if left out. */
  readonly drip?: number;
}

/** Longest body that is accepted. */
const MOST_BYTES = 4 << 20;

const filled = (beginning: string, repeated: string) => {
  const body = Buffer.alloc(MOST_BYTES, repeated);
  body.write(beginning);
  return body;
};

function members(): Buffer {
  let text = '[{';
  for (let i = 0; text.length < MOST_BYTES - 20; i++) text += `"m${i}":1,`;
  return Buffer.from(`${text}"q":"a"}]`);
}

/** What an attacker might send. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  { name: '[ repeated', body: () => filled('[', '['), connections: 4 },
  { name: 'empty arrays', body: () => filled('[', '[],'), connections: 4 },
  { name: 'one object of many members', body: members, connections: 4 },
  { name: 'objects in objects', body: () => filled('[', '{"q":'), connections: 4 },
  { name: 'one long text', body: () => filled('["', 'a'), connections: 4 },
  { name: 'one text of escapes', body: () => filled('["', '\\u0000'), connections: 4 },
  { name: 'blanks', body: () => filled('[', ' '), connections: 4 },
  { name: 'lines without end', body: () => filled('"a"\n', '"a"\n'), connections: 4 },
  {
    name: '1 000 texts of 500 characters',
    body: () =>
      Buffer.from(
        JSON.stringify(Array.from({ length: 1000 }, (_, i) => `${i} ${'smith street '.repeat(38)}`.slice(0, 500))),
      ),
    connections: 4,
  },
  { name: 'a byte now and then', body: () => filled('["', 'a'), connections: 500, drip: 50 },
  { name: 'nothing, on many connections', body: () => filled('[', ' '), connections: 500, drip: 3_600_000 },
];
