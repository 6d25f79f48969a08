import { isIPv6 } from 'node:net';
import type { ExampleAddress } from '../index/example-address.ts';

/** One `curl` command for each operation, which works when pasted into a shell. */
export function curlLines(host: string, port: number, key: string, example: ExampleAddress): string[] {
  const { id, label, locality, state, postcode, lat, lon } = example;
  const requests: [path: string, parameters: Record<string, string>][] = [
    ['autocomplete', { q: `${label} ${locality.slice(0, 4)}`.toLowerCase() }],
    ['validate', { q: `${label}, ${locality} ${state} ${postcode}` }],
    ['enrich', { id }],
    ['reverse', { lat: plain(lat), lon: plain(lon) }],
    ['lookup/postcode', { postcode }],
    ['lookup/suburb', { suburb: locality }],
  ];
  const base = baseUrl(host, port);
  return requests.map(([path, parameters]) => {
    const query = new URLSearchParams(parameters).toString();
    return `curl -g -H ${quote(`X-Api-Key: ${key}`)} ${quote(`${base}/v1/address/${path}?${query}`)}`;
  });
}

/** The address of the playground, with the key in the fragment: no browser sends that to a server, and no log has it. */
export function playgroundUrl(host: string, port: number, key: string): string {
  return `${baseUrl(host, port)}/#key=${encodeURIComponent(key)}`;
}

function baseUrl(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** What a person sees who starts the service to try it; without an example there are no commands. */
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

/** A coordinate without an exponent. */
function plain(degrees: number): string {
  return degrees.toFixed(8).replace(/\.?0+$/, '');
}

/** A text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
