import type { PersonSession } from '../api.ts';

/** What a view is rendered for. */
export interface ViewContext {
  readonly session: PersonSession;
  /** How people are invited here: by mail, by a link that is handed to them, or not at all. */
  readonly invites: 'mail' | 'link' | null;
  /** The organization that it shows; empty for views of all. */
  readonly organization: string;
  /** The one item of the organization that it shows; empty for views of all. */
  readonly item: string;
  /** Renders it again with current data. */
  refresh(): void;
}

/** Fetches and renders a view. Throws an ApiFailure. */
export type View = (context: ViewContext) => Promise<readonly Node[]>;

/** Whether somebody may make changes to an organization. */
export function mayChange({ role }: PersonSession): boolean {
  return role !== 'member';
}
