import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type Client, isApiError, LetterboxError } from '../client/client.ts';
import { TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'Australian addresses, answered from G-NAF, the official open address file. Start from validate_address (a whole address), ' +
  'autocomplete_address (part of one) or reverse_geocode (a point); pass an id to enrich_address for more. ' +
  'Say nothing about an address that these tools did not answer. They tell where addresses are, not whether mail arrives.';

/**
 * Makes a Model Context Protocol server whose tools are the calls, made through a client. Connect
 * it to a transport.
 */
export function createMcpServer(client: Client, version: string): McpServer {
  const server = new McpServer({ name: 'letterbox', title: 'Letterbox', version }, { instructions: INSTRUCTIONS });
  for (const { name, title, description, input, output, run } of TOOLS) {
    const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    const told = { title, description, inputSchema: input, outputSchema: output, annotations };
    server.registerTool(name, told, async (given, { signal }) => {
      try {
        return answer(await run(client, given, { signal }));
      } catch (failure) {
        return { isError: true, content: [{ type: 'text', text: explainFailure(failure) }] };
      }
    });
  }
  return server;
}

/** The answer as data, and as text for clients that read only that. */
function answer(data: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { ...data } };
}

/**
 * What a model, and whoever it works for, can do about a failed call. Aborts, and failures that are
 * not the call's, are rethrown.
 */
function explainFailure(failure: unknown): string {
  if (isApiError(failure, 'INVALID_PARAMETERS')) {
    const problems = Object.entries(failure.details).map(([name, messages]) => `${name} ${messages.join(' and ')}`);
    return `Not accepted: ${problems.join('; ')}.`;
  }
  if (isApiError(failure, 'NOT_FOUND')) {
    return `${failure.message}. Ids come from the other tools; one that was good may have been retired since.`;
  }
  if (isApiError(failure, 'RATE_LIMITED')) {
    return `Too many requests. Try again in ${failure.retryAfter ?? 1} s.`;
  }
  if (isApiError(failure, 'QUOTA_EXCEEDED')) {
    return `${failure.message}. Do not try again: credits return at ${failure.details.resets_at}.`;
  }
  if (isApiError(failure, 'PRODUCT_NOT_ALLOWED')) return 'The plan of this API key does not include addresses.';
  if (isApiError(failure, 'MISSING_API_KEY')) {
    return 'No API key was sent: set LETTERBOX_API_KEY for this server, or send X-Api-Key with each request over HTTP.';
  }
  if (isApiError(failure, 'INVALID_API_KEY'))
    return 'The API key is not valid. Whoever set up this server has to change it.';
  if (failure instanceof ApiError) {
    const hint = failure.status >= 500 ? ' Trying again later may help.' : '';
    return `${failure.message} (request ${failure.requestId}).${hint}`;
  }
  if (failure instanceof LetterboxError) return `The address service cannot be reached: ${failure.message}`;
  throw failure;
}

/** Serves the protocol on standard input and output. Resolves when it listens. */
export function serveStandardInput(server: McpServer): Promise<void> {
  return server.connect(new StdioServerTransport());
}
