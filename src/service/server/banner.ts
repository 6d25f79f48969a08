import { isIPv6 } from 'node:net';
import type { ExampleAddress } from '../../address/index/example-address.ts';
import { TABLE } from '../../address/operations/table/table.ts';

/** One `curl` command for each operation, which works when pasted into a shell. */
function curlLines(host: string, port: number, key: string, example: ExampleAddress): string[] {
  const base = baseUrl(host, port);
  return TABLE.map(({ path, queries }) => {
    const [parameters] = queries(example);
    const query = new URLSearchParams(parameters).toString();
    return `curl -g -H ${quote(`X-Api-Key: ${key}`)} ${quote(`${base}${path}?${query}`)}`;
  });
}

/**
 * The address of the playground, with the key in the fragment, which browsers do not send to
 * servers, so that no log has it.
 */
export function playgroundUrl(host: string, port: number, key: string): string {
  return `${baseUrl(host, port)}/#key=${encodeURIComponent(key)}`;
}

function baseUrl(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * What somebody who starts the service to try it sees; without an example there are no commands.
 */
export function banner(
  service: { readonly host: string; readonly port: number; readonly key: string; readonly release: string },
  example: ExampleAddress | null,
): string {
  const { host, port, key, release } = service;
  const commands = example === null ? [] : curlLines(host, port, key, example).map((line) => `  ${line}`);
  return [
    '',
    `Letterbox serves release ${release} on ${host} port ${port}. Demo key: ${key}`,
    '',
    ...commands,
    '',
    '',
  ].join('\n');
}

/** A text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
