import { isIPv6 } from 'node:net';

/** An address of the index to show requests with. */
export interface ExampleAddress {
  readonly id: string;
  /** As in answers: `12 EXAMPLE STREET`. */
  readonly addressLabel: string;
  readonly localityName: string;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly lat: number;
  readonly lon: number;
}

/** One `curl` command for each operation, which works when pasted into a shell. */
export function curlLines(host: string, port: number, key: string, example: ExampleAddress): string[] {
  const { id, addressLabel, localityName, state, postcode, lat, lon } = example;
  const whole = [addressLabel, localityName, state, postcode].filter((part) => part !== null).join(' ');
  const typed = `${addressLabel} ${localityName.slice(0, 4)}`.toLowerCase();
  const requests: [path: string, parameters: Record<string, string>][] = [
    ['autocomplete', { q: typed }],
    ['validate', { q: whole }],
    ['enrich', { id }],
    ['reverse', { lat: plain(lat), lon: plain(lon) }],
    ...(postcode === null ? [] : [['lookup/postcode', { postcode }] as [string, Record<string, string>]]),
    ['lookup/suburb', { suburb: localityName }],
  ];
  const base = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return requests.map(([path, parameters]) => {
    const query = new URLSearchParams(parameters).toString();
    return `curl -g -H ${quote(`X-Api-Key: ${key}`)} ${quote(`${base}/v1/address/${path}?${query}`)}`;
  });
}

/** What a person sees who starts the service to try it. */
export function banner(host: string, port: number, key: string, example: ExampleAddress, release: string): string {
  return [
    '',
    `Letterbox serves release ${release} on ${host} port ${port}. Demo key: ${key}`,
    '',
    ...curlLines(host, port, key, example).map((line) => `  ${line}`),
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
