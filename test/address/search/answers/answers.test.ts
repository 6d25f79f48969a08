import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readUniverse } from '../../../../bench/address/accuracy/universe/read-universe.ts';
import { lineOf } from '../../../../bench/address/search/inputs.ts';
import { type AddressIndex, openIndex } from '../../../../src/address/index/open.ts';
import { generatedIndex, generatedRelease } from '../../../support/shared-releases.ts';
import { searchesOn } from '../sample.ts';
import { type AnswerFile, describeMoved, formatAnswers, movedAnswers, parseAnswers } from './answer-file.ts';
import { answer, RELEASE } from './ask-section.ts';
import { drawQueries } from './draw-queries.ts';

const FILE = fileURLToPath(new URL('answers.txt', import.meta.url));
/** Queries that are shown where answers moved. */
const SHOWN = 100;

/** `UPDATE=1` writes the answers again, `UPDATE=queries` draws the queries again too. */
const { UPDATE } = process.env;

it('Every query of answers.txt is answered as it was', () => {
  const index = openIndex(generatedIndex(...RELEASE));
  const release = describeRelease(index);
  const kept = UPDATE === 'queries' ? drawAgain(release) : parseAnswers(readFileSync(FILE, 'utf8'));
  const answered = { release, sections: kept.sections.map((section) => answer(searchesOn(index), section)) };
  if (UPDATE !== undefined) return writeFileSync(FILE, formatAnswers(answered));
  expect(release, 'the generated release is another: its answers are written again by UPDATE=1').toBe(kept.release);
  const moved = movedAnswers(kept, answered);
  if (moved.length > 0)
    throw new Error(
      `${moved.length} answers moved. If they are meant to, write them with\n` +
        `  UPDATE=1 npx vitest run test/address/search/answers\nand read \`git diff\`.\n\n${describeMoved(moved, SHOWN)}`,
    );
});

function drawAgain(release: string): AnswerFile {
  const { gnaf } = generatedRelease(...RELEASE);
  return { release, sections: drawQueries(readUniverse(gnaf)) };
}

/** Its size, its seed and a digest of its lines. */
function describeRelease(index: AddressIndex): string {
  const { addresses } = index.manifest;
  const hash = createHash('sha256');
  for (let ordinal = 0; ordinal < addresses; ordinal += 7) hash.update(`${lineOf(index, ordinal)}\n`);
  return `of ${RELEASE[0]} addresses, seed ${RELEASE[1]}: ${hash.digest('hex').slice(0, 12)}`;
}
