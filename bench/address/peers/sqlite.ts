import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { isCorrectable, type Material, nearestWords, type Peer, type PeerQuery, RESULTS } from './peer.ts';

const CORRECTIONS = 4;
const CANDIDATES = 50;

/**
 * SQLite FTS5: a contentless index of words with prefixes of one to four letters, ordered by BM25.
 * PeerQuery that are in no line are corrected by a trigram index of the vocabulary; if no line has all
 * words, any of them will do.
 */
export function openSqlite({ lines, wordsOf, folder }: Material): Peer {
  const file = join(folder, 'lines.db');
  const database = new Database(file);
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -262144', 'mmap_size = 2147418112'])
    database.prepare(`PRAGMA ${pragma}`).all();
  database.exec(`
    CREATE VIRTUAL TABLE line USING fts5(words, content='', columnsize=1, prefix='1 2 3 4', tokenize='ascii');
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(line, 'row');
    CREATE VIRTUAL TABLE spelling USING fts5(word, tokenize='trigram');
    BEGIN`);
  const insert = database.prepare('INSERT INTO line(rowid, words) VALUES (?, ?)');
  for (let i = 0; i < lines.length; i++) insert.run(i + 1, wordsOf(lines[i]));
  database.exec(`
    COMMIT;
    INSERT INTO line(line) VALUES ('optimize');
    INSERT INTO spelling(word) SELECT upper(term) FROM vocabulary WHERE length(term) >= 4 AND term NOT GLOB '*[0-9]*';
    INSERT INTO spelling(spelling) VALUES ('optimize')`);
  const search = database.prepare(`SELECT rowid FROM line WHERE line MATCH ? ORDER BY rank LIMIT ${RESULTS}`);
  const known = database.prepare('SELECT 1 AS found FROM vocabulary WHERE term = ?');
  const similar = database.prepare(
    `SELECT word FROM spelling WHERE spelling MATCH ? ORDER BY rank LIMIT ${CANDIDATES}`,
  );
  const rows = (query: string) => (search.all(query) as { rowid: number }[]).map(({ rowid }) => rowid - 1);
  const corrected = (word: string): string => {
    if (!isCorrectable(word) || known.get(word.toLowerCase()) !== undefined) return quoted(word);
    const trigrams = Array.from({ length: word.length - 2 }, (_, i) => quoted(word.slice(i, i + 3))).join(' OR ');
    const near = nearestWords(
      word,
      (similar.all(trigrams) as { word: string }[]).map((row) => row.word),
      CORRECTIONS,
    );
    return near.length === 0 ? quoted(word) : `(${near.map(quoted).join(' OR ')})`;
  };
  const find = ({ words, open }: PeerQuery): number[] => {
    if (words.length === 0) return [];
    const last = open ? `${quoted(words[words.length - 1])} *` : null;
    const whole = last === null ? words : words.slice(0, -1);
    const found = rows([...whole.map(quoted), ...(last === null ? [] : [last])].join(' AND '));
    if (found.length > 0) return found;
    const likely = [...whole.map(corrected), ...(last === null ? [] : [last])];
    const all = rows(likely.join(' AND '));
    return all.length > 0 ? all : rows(likely.join(' OR '));
  };
  return {
    complete: find,
    match: find,
    diskBytes: statSync(file).size,
    processes: () => [],
    close: () => {
      database.close();
    },
  };
}

function quoted(word: string): string {
  return `"${word}"`;
}
