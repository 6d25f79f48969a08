import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The origin at which browsers reach the console. Throws an Error with a sentence if the text is
 * not an origin.
 */
export function consoleUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url !== null && bare && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(`The console URL is "${text}", expected an origin such as https://console.example.com.`);
}

/** The file of a data folder that says where its console listens. */
const NOTE = 'console-url';

/**
 * Notes where a console listens, for the admin program on the same machine. A failure is ignored:
 * the note is a convenience, and a full disk keeps nobody from the console.
 */
export function noteConsoleUrl(dataDir: string, host: string, port: number): void {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    writeFileSync(join(dataDir, NOTE), `http://${reached}:${port}`, { mode: 0o600 });
  } catch {
    // The admin program then takes the port from its own settings.
  }
}

/** Where the console of a data folder listened last; null where none has yet. */
export function notedConsoleUrl(dataDir: string): string | null {
  try {
    return consoleUrl(readFileSync(join(dataDir, NOTE), 'utf8'));
  } catch {
    return null;
  }
}
