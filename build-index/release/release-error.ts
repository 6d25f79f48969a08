/**
 * Something is wrong with the release that was given, said in one sentence for the person who gave it: the file, the
 * line or column where there is one, what was found and what was expected. Programs print `message` and no stack.
 */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
