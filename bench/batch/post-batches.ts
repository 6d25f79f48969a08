import { readFileSync } from 'node:fs';

/** A process that posts one batch after the other to a service: its port, the key, and a file of texts as JSON. Prints the time that each took, in milliseconds. */
const [port, key, file] = process.argv.slice(2);
const queries = JSON.parse(readFileSync(file, 'utf8')) as string[];
const SIZE = 1000;

for (let at = 0; ; at = (at + SIZE) % (queries.length - SIZE + 1)) {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/v1/address/validate/batch`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(queries.slice(at, at + SIZE)),
  });
  const body = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a batch was answered with ${response.status}: ${Buffer.from(body)}`);
  process.stdout.write(`${performance.now() - began}\n`);
}
