/** The most characters of a sender's text that an answer repeats. */
const MOST = 80;

/**
 * A text that somebody sent, as an answer repeats it: whole if it is short, otherwise its beginning
 * and its length.
 */
export function excerpt(text: string): string {
  if (text.length <= MOST) return text;
  // Not in the middle of a pair of surrogates.
  const cut = text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');
  return `${cut}… (${text.length} characters)`;
}
