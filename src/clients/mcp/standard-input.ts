import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

/** Serves the protocol on standard input and output. Resolves when it listens. */
export function serveStandardInput(server: McpServer): Promise<void> {
  return server.connect(new StdioServerTransport());
}
