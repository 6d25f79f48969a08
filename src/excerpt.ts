/** Characters of what somebody sent that an answer repeats at most. */
const MOST = 80;

/** A text that somebody sent, as an answer repeats it: whole when it is short, else its beginning, and how long it is. */
export function excerpt(text: string): string {
  if (text.length <= MOST) return text;
  // Not in the middle of a pair of surrogates.
  const cut = text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');
  return `${cut}… (${text.length} characters)`;
}
