import { questions } from '../../../lists/match/questions.ts';
import { AROUND } from '../../accuracy/classes/around.ts';
import { readUniverse } from '../../accuracy/universe/read-universe.ts';

/** Lines as people keep them: addresses of a release with names before, notes after and the like, each asked whole. */
export function keptLines(release: string, count: number, seed: number): string[] {
  return [...questions(readUniverse(release), count, seed, AROUND)].map(({ q }) => q);
}
