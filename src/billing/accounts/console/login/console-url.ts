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

/** The file of a data folder that says where its console listens, and in which process. */
const NOTE = 'console-url';

/**
 * Notes where a console of this process listens, for the admin program on the same machine. A
 * failure is ignored: the note is a convenience, and a full disk keeps nobody from the console.
 */
export function noteConsoleUrl(dataDir: string, host: string, port: number): void {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    writeFileSync(join(dataDir, NOTE), `http://${reached}:${port} ${process.pid}`, { mode: 0o600 });
  } catch {
    // The admin program then takes the port from its own settings.
  }
}

/** Where the console of a data folder listens; null where the process that noted it is gone. */
export function notedConsoleUrl(dataDir: string): string | null {
  try {
    const [url, pid] = readFileSync(join(dataDir, NOTE), 'utf8').split(' ');
    return isRunning(Number(pid)) ? consoleUrl(url!) : null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
