import { createServer } from 'node:net';

/** A failure that is shown to the operator by its message alone, without a stack. */
export class StartFailure extends Error {}

/**
 * Resolves the address and port once for all workers (`localhost`, port 0), and checks that the
 * port is free. Workers share it by SO_REUSEPORT and would share it with another program unnoticed,
 * so it is first tried without; with `share`, a port in use is accepted, to take over from another
 * service of the same user. The flags that give the address begin with `prefix`.
 * @throws StartFailure
 */
export function settleAddress(
  host: string,
  port: number,
  share = false,
  prefix = '--',
): Promise<{ host: string; port: number }> {
  return new Promise((resolve, reject) => {
    const trial = createServer();
    trial.once('error', (error: NodeJS.ErrnoException & { address?: string }) => {
      if (share && error.code === 'EADDRINUSE') resolve({ host: error.address ?? host, port });
      else reject(new StartFailure(addressProblem(error, host, port, prefix)));
    });
    trial.listen({ host, port, exclusive: true }, () => {
      const address = trial.address();
      trial.close(() => {
        if (address === null || typeof address === 'string') reject(new StartFailure(`${host} is not an IP address.`));
        else resolve({ host: address.address, port: address.port });
      });
    });
  });
}

function addressProblem(error: NodeJS.ErrnoException, host: string, port: number, prefix: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use; stop the program that holds it, or give another with ${prefix}port.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be listened on by this user; give one above 1023 with ${prefix}port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine; give one with ${prefix}host, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Port ${port} on ${host} cannot be listened on: ${error.message}.`;
  }
}
