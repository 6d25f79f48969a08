import { ApiError, isApiError, LetterboxError } from '../client/client.ts';

/** What a model, and who it works for, can do about a failed call. An abort, and what is no failure of the call, is thrown on. */
export function explainFailure(failure: unknown): string {
  if (isApiError(failure, 'INVALID_PARAMETERS')) {
    const problems = Object.entries(failure.details).map(([name, messages]) => `${name} ${messages.join(' and ')}`);
    return `Not accepted: ${problems.join('; ')}.`;
  }
  if (isApiError(failure, 'NOT_FOUND')) {
    return `${failure.message}. Ids come from the other tools; one that was good may have been retired since.`;
  }
  if (isApiError(failure, 'RATE_LIMITED')) {
    return `Too many requests. Try again in ${failure.retryAfter ?? 1} s.`;
  }
  if (isApiError(failure, 'QUOTA_EXCEEDED')) {
    return `${failure.message}. Do not try again: credits return at ${failure.details.resets_at}.`;
  }
  if (isApiError(failure, 'PRODUCT_NOT_ALLOWED')) return 'The plan of this API key does not include addresses.';
  if (isApiError(failure, 'MISSING_API_KEY')) {
    return 'No API key was sent: set LETTERBOX_API_KEY for this server, or send X-Api-Key with each request over HTTP.';
  }
  if (isApiError(failure, 'INVALID_API_KEY'))
    return 'The API key is not valid. Whoever set up this server has to change it.';
  if (failure instanceof ApiError) {
    const hint = failure.status >= 500 ? ' Trying again later may help.' : '';
    return `${failure.message} (request ${failure.requestId}).${hint}`;
  }
  if (failure instanceof LetterboxError) return `The address service cannot be reached: ${failure.message}`;
  throw failure;
}
