import { createRequire } from 'node:module';

/**
 * Text for uWebSockets.js. Bytes are cheaper than strings, which are copied and transcoded first.
 */
export type Text = string | Uint8Array;

/** A request, valid only until its handler returns. */
export interface UwsRequest {
  /**
   * The value of the first header of this lower-case name, or the empty string. Bytes are cheaper
   * than a string, as for `Text`.
   */
  getHeader(lowerCaseName: string | ArrayBuffer): string;
  /** The path, as sent: not percent-decoded. */
  getUrl(): string;
  /** The value of a `:name` in the path, by place, as sent; undefined if the route has none. */
  getParameter(place: number): string | undefined;
  /** The method, as sent. */
  getCaseSensitiveMethod(): string;
  /** The raw query string, or nothing when the request line has no `?`. Bytes that are not UTF-8 arrive as U+FFFD. */
  getQuery(): string | undefined;
  forEach(each: (lowerCaseName: string, value: string) => void): void;
}

/** A response. A handler that returns without ending it, and without `onAborted`, takes the whole process down. */
export interface UwsResponse {
  writeStatus(status: Text): UwsResponse;
  writeHeader(name: Text, value: Text): UwsResponse;
  end(body: Text, closeConnection?: boolean): UwsResponse;
  /**
   * Sends the rest of a body of `totalSize` bytes, as far as the system takes it: `done` once all
   * is sent. If not, `onWritable` asks for the rest.
   */
  tryEnd(rest: Text, totalSize: number): [ok: boolean, done: boolean];
  /**
   * Called when more can be sent, with how many bytes of the body were. Returns whether all that it
   * then sent was taken.
   */
  onWritable(handler: (sent: number) => boolean): UwsResponse;
  /**
   * Ends without a body. uWebSockets.js also takes a length and whether to close the connection
   * here, but then leaves the response unended (which kills the process) or sends a second
   * Content-Length, so both are written as headers instead.
   */
  endWithoutBody(): UwsResponse;
  /** The address of the other side of the connection, as ASCII text. */
  getRemoteAddressAsText(): ArrayBuffer;
  /** Calls back with each chunk of the body, valid until `handler` returns. To be called before the handler of the request returns. */
  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): UwsResponse;
  /** Takes no more of the body from the connection until `resume`. */
  pause(): void;
  resume(): void;
  /**
   * Sends a part of a body of unknown length; false if it has to wait. `end` ends it, and must not
   * be told to close the connection.
   */
  write(chunk: Text): boolean;
  /**
   * Must be called by a handler that returns before it has ended the response; `handler` is called
   * when the connection is gone.
   */
  onAborted(handler: () => void): UwsResponse;
  /** Closes the connection at once, without an answer. */
  close(): UwsResponse;
  /** Sends what `write` writes as one; for use after a handler has returned. */
  cork(write: () => void): UwsResponse;
}

/** A listening socket, to be closed with `us_listen_socket_close`. */
export type ListenSocket = object & { readonly brand?: 'listen socket' };

/** An application: its routes, its listening sockets and their connections. */
export interface UwsApp {
  get(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  head(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  options(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  post(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  any(pattern: string, handler: (response: UwsResponse, request: UwsRequest) => void): UwsApp;
  /** Calls back with +1 for each connection opened and -1 for each one closed. */
  filter(change: (response: UwsResponse, by: number) => void): UwsApp;
  listen(host: string, port: number, done: (socket: ListenSocket | false) => void): UwsApp;
  /** Closes the listening sockets and every connection. */
  close(): UwsApp;
}

/** The part of uWebSockets.js that Letterbox uses; the same in both releases that it runs on. */
export interface Uws {
  App(): UwsApp;
  us_listen_socket_close(socket: ListenSocket): void;
  us_socket_local_port(socket: ListenSocket): number;
  /** `silent` leaves out the header that names the server. */
  _cfg(setting: 'silent'): void;
}

/** The most bytes a request head may have; uWebSockets.js stops at 4096 unless told otherwise. */
const MAX_REQUEST_HEAD = 16384;

/** A release of uWebSockets.js, as packages have it, one for each platform and each major release of Node.js. */
interface Binary {
  /** What is before platform and Node.js in the package's name: the older of two has a name of ours, in `package.json`. */
  readonly prefix: string;
  readonly version: string;
  /** The oldest glibc that it runs on, on Linux. */
  readonly glibc: string;
}

const NEW: Binary = { prefix: '@uwsjs/', version: '20.69.0', glibc: '2.38' };
const OLD: Binary = { prefix: '@uwsjs/', version: '20.51.4', glibc: '2.27' };

/** What has a binary for a major release of Node.js, best first. */
const BINARIES: Readonly<Record<string, readonly Binary[]>> = {
  20: [OLD],
  22: [NEW, { ...OLD, prefix: 'uws-older-' }],
  24: [NEW],
  26: [NEW],
};

/** The platform whose binaries `package-lock.json` has a hash of. */
const VERIFIED = 'linux-x64';

/**
 * Loads uWebSockets.js for this Node.js release. Sets the limit of the request head first, since
 * the library reads it from the environment of the process as it loads; in a worker thread, whose
 * environment is a copy, the main thread must have called `allowLargeRequestHeads` before.
 * @throws Error with a sentence for the operator, if there is no binary for this platform
 */
export function loadUws(): Uws {
  allowLargeRequestHeads();
  const { node } = process.versions;
  const fault = nodeFault(node);
  if (fault !== null) throw new Error(fault);
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let reason = '';
  for (const name of packagesOf(majorOf(node), platform)) {
    try {
      const uws = require(name) as Uws;
      uws._cfg('silent');
      return uws;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  throw new Error(loadFault(node, platform, systemGlibc(), reason));
}

/** Why Letterbox does not run on a release of Node.js, as a sentence for the operator; null if it does. */
function nodeFault(node: string): string | null {
  if (majorOf(node) in BINARIES) return null;
  return `Letterbox runs on Node.js ${Object.keys(BINARIES).join(', ')}; this is Node.js ${node}. Install one of these releases.`;
}

/**
 * Why no binary loads on a platform (`linux-arm64`) whose C library is this glibc (`2.36`; null for
 * another one), and what to do, as sentences for the operator. `reason` is what loading it said.
 */
export function loadFault(node: string, platform: string, glibc: string | null, reason: string): string {
  const major = majorOf(node);
  if (glibc !== null && !loadsWith(major, glibc)) return glibcFault(major, glibc);
  const none = `uWebSockets.js has no binary that loads on Node.js ${node}, ${platform.replace('-', ' ')}. `;
  const why = ` (${reason})`;
  if (platform === VERIFIED)
    return `${none}It needs glibc (musl will not do), and what is installed for one major release of Node.js: run "npm ci" on this machine, with this Node.js, without --omit=optional.${why}`;
  const { prefix, version } = BINARIES[major]![0]!;
  const missing = `${prefix}${platform}-${major}@${version}`;
  return `${none}Letterbox installs and has verified those for Linux on x64 alone. If you trust another, add and pin it: "npm install --save-optional --save-exact ${missing}", and keep the hash that package-lock.json then has. SECURITY.md says how to build your own.${why}`;
}

/** Why no binary for a release of Node.js loads with an older glibc, and two ways to solve that. */
function glibcFault(major: string, glibc: string): string {
  const others = Object.keys(BINARIES).filter((other) => loadsWith(other, glibc));
  const otherNode =
    others.length === 0 ? '' : `run it on Node.js ${others.at(-1)} ("npm ci" once more after the change), or `;
  return (
    `Letterbox needs glibc ${leastGlibc(major).at(-1)} or later on Node.js ${major}, and this system has ${glibc}. ` +
    `To get on, ${otherNode}use a newer system: Debian 13, Ubuntu 24.04, or the container.`
  );
}

/** The names of the packages that may be loaded, best first. */
function packagesOf(major: string, platform: string): string[] {
  return (BINARIES[major] ?? []).map(({ prefix }) => `${prefix}${platform}-${major}`);
}

/** The oldest glibc for each package that may be loaded, best package first. */
function leastGlibc(major: string): string[] {
  return (BINARIES[major] ?? []).map(({ glibc }) => glibc);
}

function majorOf(node: string): string {
  return node.slice(0, node.indexOf('.'));
}

function loadsWith(major: string, glibc: string): boolean {
  return leastGlibc(major).some((least) => isAtLeast(glibc, least));
}

/** The version of the C library of this process; null if it is not glibc. */
function systemGlibc(): string | null {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ?? null;
}

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Lets uWebSockets.js read request heads of up to `MAX_REQUEST_HEAD` bytes. To be called before any thread loads it. */
export function allowLargeRequestHeads(): void {
  process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(MAX_REQUEST_HEAD);
}

function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  return (lines.find((line) => /GLIBC|ELF|dlopen|Cannot find module/.test(line)) ?? lines[0]!).trim();
}
