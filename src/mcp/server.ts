import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '../client/client.ts';
import { explainFailure } from './failures.ts';
import { TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'Australian addresses, answered from G-NAF, the official open address file. Start from validate_address (a whole address), ' +
  'autocomplete_address (part of one) or reverse_geocode (a point); pass an id to enrich_address for more. ' +
  'Say nothing about an address that these tools did not answer. They tell where addresses are, not whether mail arrives.';

/** Makes a server of the Model Context Protocol whose tools are the calls, made by a client. To be connected to a transport. */
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
