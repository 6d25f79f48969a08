import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { originOf } from '../../system/origin.ts';
import { type Caller, clientOf } from '../admission/caller.ts';
import type { UwsRequest, UwsResponse } from './uws.ts';

/** Which connections come from a proxy that is trusted, by the address of their other side. */
export type IsProxy = (address: string) => boolean;

/**
 * Who is trusted as a proxy: the addresses and networks of `trusted` (`10.0.0.0/8`). Without a list,
 * everybody where a header is named for what proxies pass on, else this machine itself.
 */
export function proxiesOf(trusted: readonly string[] | null, clientAddressHeader: string | null): IsProxy {
  if (trusted === null && clientAddressHeader !== null) return () => true;
  const networks = new BlockList();
  for (const each of trusted ?? ['127.0.0.1', '::1']) {
    const [address = '', bits] = each.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const client = clientOf(address);
    if (isIPv4(client)) return networks.check(client, 'ipv4');
    return isIPv6(address) && networks.check(address, 'ipv6');
  };
}

/** Whether a text is an address, or a network as an address and the bits that are the same in all of it. */
export function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return (
    most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)) && text.split('/').length < 3
  );
}

const decoder = new TextDecoder('latin1');

/**
 * The caller of a request. Its address is that of the connection, or with `trustedHeader` (lower
 * case) what a trusted proxy put there: the last address in the last header of that name, which the proxy
 * itself added. One is made for each request: pointing an old object at a new one costs more.
 */
export class RequestCaller implements Caller {
  readonly began: number | undefined;
  private readonly request: UwsRequest;
  private readonly response: UwsResponse;
  private readonly trustedHeader: string | null;
  private readonly isProxy: IsProxy;

  /** `began` is 0 where it was not measured. */
  constructor(
    request: UwsRequest,
    response: UwsResponse,
    trustedHeader: string | null,
    isProxy: IsProxy,
    began: number,
  ) {
    this.began = began === 0 ? undefined : began;
    this.request = request;
    this.response = response;
    this.trustedHeader = trustedHeader;
    this.isProxy = isProxy;
  }

  header(lowerCaseName: string): string {
    return this.request.getHeader(lowerCaseName);
  }

  address(): string {
    const told = this.trustedHeader === null ? '' : lastValue(this.request, this.trustedHeader);
    const from = remoteAddress(this.response);
    return clientOf(told === '' || !this.isProxy(from) ? from : told);
  }
}

/** The address of the other side of a connection that is open. */
export function remoteAddress(response: UwsResponse): string {
  return decoder.decode(response.getRemoteAddressAsText());
}

/**
 * The origin by which a caller reached the service, by its `Host` and by what a trusted proxy says of
 * the scheme; empty where it names no host.
 */
export function originReached(request: UwsRequest, response: UwsResponse, isProxy: IsProxy): string {
  const isHttps = lastValue(request, 'x-forwarded-proto') === 'https' && isProxy(remoteAddress(response));
  return originOf(isHttps ? 'https' : 'http', request.getHeader('host'));
}

/**
 * The last value in the last header of a name, which the nearest proxy added: `getHeader` returns the
 * first, which may be the client's own.
 */
function lastValue(request: UwsRequest, header: string): string {
  let value = '';
  request.forEach((name, each) => {
    if (name === header) value = each;
  });
  return value.slice(value.lastIndexOf(',') + 1).trim();
}
