import type { PersonSession } from '../api.ts';

/** What a view is drawn for. */
export interface ViewContext {
  readonly session: PersonSession;
  /** The organization that it shows; empty for views of all. */
  readonly organization: string;
  /** The one thing of the organization that it shows; empty for views of all. */
  readonly item: string;
  /** Draws it again, with what is there now. */
  refresh(): void;
}

/** Fetches what a view shows, and makes it. Throws an ApiFailure. */
export type View = (context: ViewContext) => Promise<readonly Node[]>;

/** Whether somebody may change what an organization has. */
export function mayChange({ role }: PersonSession): boolean {
  return role !== 'member';
}
