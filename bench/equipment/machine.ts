import { cpus, loadavg, totalmem } from 'node:os';

/** `AMD EPYC 7B13, 2 cores, 24 GiB, Linux x64, Node.js v20.20.2`. */
export function machineText(): string {
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const system = process.platform === 'linux' ? 'Linux' : process.platform;
  return `${cpus()[0].model}, ${cpus().length} cores, ${memory} GiB, ${system} ${process.arch}, Node.js ${process.version}`;
}

/**
 * What else the machine is doing: its load average if that is more than half its cores, otherwise
 * nothing.
 */
export function neighboursText(): string {
  const load = loadavg()[0];
  return load > cpus().length / 2 ? `, on a busy machine (load average ${load.toFixed(0)} at the start)` : '';
}
