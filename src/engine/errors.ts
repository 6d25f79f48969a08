/** Why the engine did not answer. */
export abstract class EngineError extends Error {
  abstract readonly code: 'UNUSABLE_INDEX' | 'INVALID_PARAMETERS' | 'NOT_FOUND';
}

/**
 * There is no index at the path, or one that is damaged, cut short or of another format. The
 * message names the file, and what was expected.
 */
export class UnusableIndexError extends EngineError {
  override readonly name = 'UnusableIndexError';
  readonly code = 'UNUSABLE_INDEX';
}

/** Parameters that the call does not take. */
export class InvalidParametersError extends EngineError {
  override readonly name = 'InvalidParametersError';
  readonly code = 'INVALID_PARAMETERS';
  /** By parameter, what is wrong with it, as the service says it. */
  readonly details: Readonly<Record<string, readonly string[]>>;

  constructor(call: string, details: Readonly<Record<string, readonly string[]>>) {
    const problems = Object.entries(details).map(([name, messages]) => `${name} ${messages.join(', ')}`);
    super(`${call}: ${problems.join('; ')}`);
    this.details = details;
  }
}

/** The index has no address of this id. */
export class NotFoundError extends EngineError {
  override readonly name = 'NotFoundError';
  readonly code = 'NOT_FOUND';
  /**
   * What is known of an id that a former release had: the last one, and the address in its place;
   * null where nothing is known.
   */
  readonly details: { readonly last_release: string; readonly successor?: string } | null;

  constructor(message: string, details: NotFoundError['details']) {
    super(message);
    this.details = details;
  }
}
