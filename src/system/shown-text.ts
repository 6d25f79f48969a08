/** Characters that turn the reading direction of what follows: a name with one reads as another. */
const TURNING = '\\u202a-\\u202e\\u2066-\\u2069';

/**
 * A character that no name or line of an address has: of control, a half of a pair, the end of a
 * line or paragraph, or one that turns the reading direction. Marks such as U+200F may stand in a name.
 */
const UNSEEN = new RegExp(`[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${TURNING}]`, 'u');

/** Whether a text may be a name: it has only characters that are seen, or harmless. */
export function isPlain(text: string): boolean {
  return !UNSEEN.test(text);
}

/**
 * A text as it is shown among others: characters that turn the reading direction are written out
 * (`[U+202E]`), so that a name which was taken before they were refused reads as what it is.
 */
export function shown(text: string): string {
  return text.replace(ALL_TURNING, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`);
}

const ALL_TURNING = new RegExp(`[${TURNING}]`, 'g');

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
