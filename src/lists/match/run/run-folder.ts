import {
  copyFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from '../input/cut.ts';

/** What a run writes while it is under way. */
const PARTS = ['output', 'review', 'tally', 'groups', 'examples', 'against'] as const;
type Part = (typeof PARTS)[number];

/** How far a run is, with all of it on the disk. */
export interface Checkpoint {
  /** What was asked for, by name: a run goes on only as it began. */
  readonly settings: Readonly<Record<string, string>>;
  /** Where the first line that was worked on begins. */
  readonly began: Position;
  readonly position: Position;
  readonly lines: number;
  /** Bytes of each part. */
  readonly lengths: Readonly<Record<Part, number>>;
}

/** The checkpoint in a folder; null where there is none. Throws a RunError where it cannot be read. */
export function checkpointIn(folder: string): Checkpoint | null {
  const path = join(folder, 'checkpoint.json');
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Checkpoint;
  } catch (error) {
    throw new RunError(`${path} cannot be read: ${(error as Error).message}; start anew with --overwrite`);
  }
}

/** A run that cannot begin or go on; the message is a sentence for the user. */
export class RunError extends Error {}

/**
 * The folder beside the output in which a run keeps what it has written, and how far it is: `<out>.run`. What was
 * written after the checkpoint, before the run was killed, is cut off when the run goes on. The output gets its name
 * only once it is complete.
 */
export class RunFolder {
  readonly path: string;
  #files = new Map<Part, FileHandle>();
  #lengths: Record<Part, number> = { output: 0, review: 0, tally: 0, groups: 0, examples: 0, against: 0 };

  constructor(out: string) {
    this.path = `${out}.run`;
  }

  /** Whether there is a run that was stopped. */
  get exists(): boolean {
    return existsSync(this.path);
  }

  file(part: Part): string {
    return join(this.path, part);
  }

  /** The checkpoint of a run that was stopped; null where it was stopped before its first. Throws a RunError where it cannot be read. */
  checkpoint(): Checkpoint | null {
    return checkpointIn(this.path);
  }

  /** Begins anew, or goes on from a checkpoint: what was written after it is cut off. */
  async begin(from: Checkpoint | null): Promise<void> {
    if (from === null) this.remove();
    mkdirSync(this.path, { recursive: true });
    for (const part of PARTS) {
      const file = await open(this.file(part), from === null ? 'wx+' : 'r+');
      this.#files.set(part, file);
      const length = from?.lengths[part] ?? 0;
      if ((await file.stat()).size < length)
        throw new RunError(`${this.file(part)} is shorter than its checkpoint says: start anew with --overwrite`);
      await file.truncate(length);
      this.#lengths[part] = length;
    }
  }

  /** Appends to a part. */
  async append(part: Part, bytes: Uint8Array): Promise<void> {
    try {
      for (let from = 0; from < bytes.length; ) {
        const { bytesWritten } = await this.#open(part).write(bytes, from, bytes.length - from, this.#lengths[part]);
        from += bytesWritten;
        this.#lengths[part] += bytesWritten;
      }
    } catch (error) {
      (error as Error).message = `${this.file(part)}: ${(error as Error).message}`;
      throw error;
    }
  }

  /** The open file of a part, for others to write to where `extend` says. */
  opened(part: Part): { readonly descriptor: number; readonly path: string } {
    return { descriptor: this.#open(part).fd, path: this.file(part) };
  }

  /** Makes parts longer, by what is written at once; answers from which byte on. */
  extend<P extends Part>(lengths: Readonly<Record<P, number>>): Readonly<Record<P, number>> {
    const parts = Object.keys(lengths) as P[];
    const places = parts.map((part) => [part, this.#lengths[part]]);
    for (const part of parts) this.#lengths[part] += lengths[part];
    return Object.fromEntries(places);
  }

  /** The bytes of a part so far. */
  async *read(part: Part): AsyncGenerator<Buffer> {
    const chunk = Buffer.alloc(1 << 16);
    for (let at = 0; at < this.#lengths[part]; ) {
      const { bytesRead } = await this.#open(part).read(chunk, 0, Math.min(chunk.length, this.#lengths[part] - at), at);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  /** Writes down how far the run is, when all of it is on the disk. */
  async save(far: Pick<Checkpoint, 'settings' | 'began' | 'position' | 'lines'>): Promise<void> {
    for (const part of PARTS) await this.#open(part).datasync();
    const checkpoint: Checkpoint = { ...far, lengths: { ...this.#lengths } };
    const path = join(this.path, 'checkpoint.json');
    const fresh = await open(`${path}.new`, 'w');
    try {
      await fresh.writeFile(`${JSON.stringify(checkpoint)}\n`);
      await fresh.datasync();
    } finally {
      await fresh.close();
    }
    renameSync(`${path}.new`, path);
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
    this.#files.clear();
  }

  /**
   * Gives a part its name outside the folder, replacing any file of that name. It also stays here until `remove`, so
   * that a run that is killed meanwhile can end again.
   */
  publish(part: Part, as: string): void {
    const fresh = `${as}.new`;
    rmSync(fresh, { force: true });
    try {
      linkSync(this.file(part), fresh);
    } catch {
      // A file system without links.
      copyFileSync(this.file(part), fresh);
    }
    renameSync(fresh, as);
  }

  /** Takes over what other folders have, in their order: this one begins as if it had done all of their work. */
  async join(others: readonly { readonly folder: string; readonly checkpoint: Checkpoint }[]): Promise<void> {
    await this.begin(null);
    for (const part of PARTS)
      for (const { folder, checkpoint } of others) {
        let left = checkpoint.lengths[part];
        for await (const chunk of createReadStream(join(folder, part), { highWaterMark: 1 << 20 })) {
          const bytes = (chunk as Buffer).subarray(0, left);
          await this.append(part, bytes);
          left -= bytes.length;
        }
        if (left > 0)
          throw new RunError(`${join(folder, part)} is shorter than its checkpoint says: match that part again`);
      }
    const [first, last] = [others[0].checkpoint, others[others.length - 1].checkpoint];
    const lines = others.reduce((sum, { checkpoint }) => sum + checkpoint.lines, 0);
    await this.save({ settings: first.settings, began: first.began, position: last.position, lines });
    await this.close();
  }

  /** Gives the folder a name for good, replacing any of that name. */
  keep(as: string): void {
    rmSync(as, { recursive: true, force: true });
    renameSync(this.path, as);
  }

  /** The path of another file of the folder. */
  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** Removes another file of the folder, where it is there. */
  discard(name: string): void {
    rmSync(this.pathOf(name), { force: true });
  }

  /** Moves another file of the folder to its name outside. */
  moveOut(name: string, as: string): void {
    renameSync(this.pathOf(name), as);
  }

  /** Removes the folder. The checkpoint goes first: without one, a run begins anew. */
  remove(): void {
    rmSync(join(this.path, 'checkpoint.json'), { force: true });
    rmSync(this.path, { recursive: true, force: true });
  }

  #open(part: Part): FileHandle {
    const file = this.#files.get(part);
    if (file === undefined) throw new Error(`${this.file(part)} is not open`);
    return file;
  }
}

/** Writes a file whole or not at all. */
export function writeWhole(path: string, text: string): void {
  try {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  } catch (error) {
    rmSync(`${path}.new`, { force: true });
    throw error;
  }
}
