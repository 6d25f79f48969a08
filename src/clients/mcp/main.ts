import type { AddressInfo } from 'node:net';
import { Command } from 'commander';
import { flag, wholeNumber } from '../../system/flags.ts';
import { loadOptional } from '../../system/optional-package.ts';
import { VERSION } from '../../system/version.ts';
import { type Client, createClient } from '../client/client.ts';

const command = new Command('mcp')
  .version(VERSION)
  .description(
    'Serves the calls as tools for language models, by the Model Context Protocol: on standard input and output, or over HTTP.',
  )
  .allowExcessArguments(false)
  .addOption(flag('--url <url>', 'where Letterbox answers').default('http://127.0.0.1:8080'))
  .addOption(
    flag('--http-port <number>', 'serve HTTP at /mcp on this port; 0 for any free one').argParser(
      wholeNumber(0, 65535),
    ),
  )
  .addOption(flag('--http-host <address>', 'address to serve HTTP on').default('127.0.0.1'))
  .addHelpText(
    'after',
    '\nThe API key is read from LETTERBOX_API_KEY. Over HTTP a caller may send its own, as X-Api-Key.',
  );
command.parse();
const { url, httpPort, httpHost } = command.opts<{ url: string; httpPort?: number; httpHost: string }>();

const { createMcpServer, isLoopback, serveHttp, serveStandardInput } = await loadOptional(
  async () => ({
    ...(await import('./server.ts')),
    ...(await import('./http.ts')),
  }),
  'mcp',
  ['@modelcontextprotocol/sdk', 'zod'],
).catch((failure: Error) => command.error(`error: ${failure.message}`));

const ownKey = process.env.LETTERBOX_API_KEY || null;
const own = clientOf(ownKey);

if (httpPort === undefined) await serveStandardInput(createMcpServer(own, VERSION));
else {
  if (ownKey !== null && !isLoopback(httpHost)) {
    command.error(
      `error: LETTERBOX_API_KEY is refused on ${httpHost}: anybody there could use it up. Leave it out, and let callers send their own as X-Api-Key`,
    );
  }
  const open = (key: string | null) => createMcpServer(key === null ? own : clientOf(key), VERSION);
  try {
    const server = await serveHttp({ host: httpHost, port: httpPort, open });
    const { address, port } = server.address() as AddressInfo;
    process.stderr.write(`Tools for ${url} are served on ${address} port ${port}, at /mcp.\n`);
  } catch (failure) {
    command.error(`error: ${httpHost} port ${httpPort} cannot be listened on: ${(failure as Error).message}`);
  }
}

function clientOf(apiKey: string | null): Client {
  try {
    return createClient({ baseUrl: url, ...(apiKey !== null && { apiKey }) });
  } catch (failure) {
    return command.error(`error: ${(failure as Error).message}`);
  }
}
