import { readFileSync } from 'node:fs';
import { normalizer, readQuery } from './normalize.ts';
import type { Found, Peer, PeerQuery } from './peer.ts';
import { type Message, PEERS, type Round, type Typing } from './peers.ts';

/*
 * One peer in a process of its own, so that its memory can be measured: builds it, reports that,
 * and answers rounds of queries until it is told to close. Arguments: the peer's name, the folder
 * with `lines.txt` and `codes.json`, a folder of its own, the release.
 */

const [name, shared, folder, release] = process.argv.slice(2);
const normalize = normalizer(JSON.parse(readFileSync(`${shared}/codes.json`, 'utf8')));
const peer = await setUp();
process.on('message', async (message: Round | Typing | 'memory' | 'close') => {
  if (message === 'memory') {
    global.gc?.();
    say({ memory: residentBytes([process.pid, ...peer.processes()]) });
  } else if (message === 'close') {
    process.disconnect();
  } else if (message.kind === 'lines') say({ listedAfter: await typeLines(peer, message, normalize) });
  else say({ answered: await answer(peer, message, normalize) });
});

// Leaves nothing running if the parent is stopped.
process.on('disconnect', async () => {
  await peer.close();
  process.exit();
});

/** Builds the peer; keeps no lines. */
async function setUp(): Promise<Peer> {
  const lines = readFileSync(`${shared}/lines.txt`, 'utf8').split('\n');
  const start = performance.now();
  const built = await PEERS[name]({ lines, wordsOf: (line) => normalize(line).join(' '), folder, release });
  say({ built: { seconds: (performance.now() - start) / 1000, diskBytes: built.diskBytes } });
  return built;
}

async function answer(peer: Peer, { kind, queries, milliseconds }: Round, normalize: (text: string) => string[]) {
  const microseconds: number[] = [];
  const first: (Found | null)[] = [];
  const end = performance.now() + milliseconds;
  for (const query of queries) {
    const words: PeerQuery = readQuery(query, normalize, kind !== 'match');
    const start = performance.now();
    const answered = kind === 'match' ? peer.match(words) : peer.complete(words);
    const list = answered instanceof Promise ? await answered : answered;
    const now = performance.now();
    microseconds.push((now - start) * 1000);
    first.push(list[0] ?? null);
    if (now > end) break;
  }
  return { microseconds, first };
}

/**
 * For each line, how many characters are typed, from two on, until it is among the `RESULTS` that a
 * peer lists. A line that is begun is finished.
 */
async function typeLines(peer: Peer, { lines, milliseconds }: Typing, normalize: (text: string) => string[]) {
  const listedAfter: (number | null)[] = [];
  const end = performance.now() + milliseconds;
  for (const { text, found } of lines) {
    let after: number | null = null;
    for (let length = 2; length <= text.length && after === null; length++) {
      const list = await peer.complete(readQuery(text.slice(0, length), normalize, true));
      if (list.some((each) => found.includes(each))) after = length;
    }
    listedAfter.push(after);
    if (performance.now() > end) break;
  }
  return listedAfter;
}

/** Resident memory of processes, with shared pages divided among them (Linux: Pss). */
function residentBytes(pids: readonly number[]): number {
  let sum = 0;
  for (const pid of pids) {
    try {
      sum += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // A process of the server that has ended in the meantime.
    }
  }
  return sum;
}

function say(message: Message): void {
  process.send!(message);
}
