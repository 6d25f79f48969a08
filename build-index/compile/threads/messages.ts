import type { TaskName, Tasks } from './tasks.ts';

/** What a thread is started with. */
export interface ThreadSettings {
  /** The folder or zip of the release. */
  readonly release: string;
  readonly keepRetired: boolean;
}

/** A task for the thread. */
export interface Order {
  readonly name: TaskName;
  readonly given: Tasks[TaskName]['given'];
}

/** The outcome of the oldest order still open. */
export type Outcome =
  | { readonly answer: Tasks[TaskName]['answer']; readonly seconds: number }
  | { readonly error: Error };
