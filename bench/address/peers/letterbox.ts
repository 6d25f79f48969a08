import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openIndex } from '../../../src/address/index/open.ts';
import { Asker } from '../accuracy/asker.ts';
import type { Material, Peer, PeerQuery } from './peer.ts';

/**
 * Letterbox itself, in process like the other engines in JavaScript. Its index of the whole release
 * also holds everything for Enrich and the other operations. Its answers are JSON, and parsing them
 * is part of the time.
 */
export function openLetterbox({ release, folder }: Material): Peer {
  const file = join(folder, 'index.lbx');
  const parts = ['abs', 'boundaries'].filter((part) => existsSync(join(release, part)));
  const program = fileURLToPath(new URL('../../../build-index/main.js', import.meta.url));
  const args = [
    program,
    '--gnaf',
    release,
    ...parts.flatMap((part) => [`--${part}`, join(release, part)]),
    '--out',
    file,
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`build-index ended with status ${status}: ${stderr}`);
  const asker = new Asker(openIndex(file));
  return {
    complete: ({ text }: PeerQuery) =>
      asker.autocomplete(text.slice(0, 200)).map(({ text: found }) => lineOfText(found)),
    match: ({ text }: PeerQuery) => {
      const answer = asker.validate(text.slice(0, 500));
      return answer === null ? [] : [lineOfText(answer.text)];
    },
    diskBytes: statSync(file).size,
    processes: () => [],
    close: () => {},
  };
}

/** `12 SMITH STREET, RICHMOND VIC 3121` of `12 SMITH STREET | RICHMOND | VIC | 3121`. */
export function lineOfText(text: string): string {
  const [label, locality, state, postcode] = text.split(' | ');
  return [label, [locality, state, postcode].filter((part) => part !== '-' && part !== '').join(' ')]
    .filter(Boolean)
    .join(', ');
}
