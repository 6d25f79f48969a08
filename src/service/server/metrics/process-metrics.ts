import { readdirSync, readFileSync } from 'node:fs';
import { FORMAT_VERSION } from '../../../address/index/format.ts';
import { VERSION } from '../../../system/version.ts';
import type { Instruments } from './instruments.ts';

/** Linux has a process's figures in files; elsewhere there are fewer metrics. */
const STATUS = '/proc/self/status';
const LINUX = process.platform === 'linux';

/** Kinds of memory, and their names in `/proc/self/status`. */
const MEMORY = [
  ['anonymous', 'RssAnon'],
  ['file', 'RssFile'],
  ['shared', 'RssShmem'],
] as const;

/** Metrics of the server process, under Prometheus's standard names, and of its memory. */
export function addProcessMetrics({ counter, gauge }: Instruments): void {
  const build = { version: VERSION, node: process.versions.node, index_format: String(FORMAT_VERSION) };
  gauge('letterbox_build_info', 'Always 1; the labels tell the version of the program.', (series) => series(build, 1));
  counter('process_cpu_seconds_total', 'Processor time of the server, user and system.', (series) => {
    const { user, system } = process.cpuUsage();
    series({}, (user + system) / 1e6);
  });
  gauge('process_resident_memory_bytes', 'Resident memory, the mapped pages of the index included.', (series) =>
    series({}, process.memoryUsage.rss()),
  );
  gauge('process_start_time_seconds', 'When the server was started.', (series) =>
    series({}, performance.timeOrigin / 1000),
  );
  if (!LINUX) return;
  gauge('process_open_fds', 'Open files and connections.', (series) => series({}, readdirSync('/proc/self/fd').length));
  gauge('process_max_fds', 'Files and connections that may be open.', (series) => {
    const most = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    if (most !== undefined) series({}, Number(most));
  });
  gauge(
    'letterbox_memory_bytes',
    'Resident memory: anonymous is its own, file the pages of the index, shared the counter file.',
    (series) => {
      const status = readFileSync(STATUS, 'latin1');
      for (const [kind, field] of MEMORY) {
        const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
        if (kilobytes !== undefined) series({ kind }, Number(kilobytes) * 1024);
      }
    },
  );
  gauge('letterbox_mappings', 'Memory mappings of the process.', (series) =>
    series({}, readFileSync('/proc/self/maps', 'latin1').split('\n').length - 1),
  );
}
