/** Keystrokes of an average line: so many lines make the keystrokes that are asked for. */
export const KEYSTROKES_A_LINE = 25;

/** How many people type at once where sessions are interleaved. */
const TYPING_AT_ONCE = 64;

/** The texts of a field as lines are typed into it, one line after the other; none is longer than `longest`. */
export function inSessions(lines: readonly string[], longest: number): string[] {
  return lines.flatMap((line) => textsOf(line, longest));
}

/** The same texts as many people send them at once: a keystroke of each in turn, each in the order of typing. */
export function interleaved(lines: readonly string[], longest: number): string[] {
  const texts: string[] = [];
  for (let from = 0; from < lines.length; from += TYPING_AT_ONCE) {
    const sessions = lines.slice(from, from + TYPING_AT_ONCE).map((line) => textsOf(line, longest));
    const last = Math.max(...sessions.map(({ length }) => length));
    for (let at = 0; at < last; at++) for (const session of sessions) if (at < session.length) texts.push(session[at]);
  }
  return texts;
}

function textsOf(line: string, longest: number): string[] {
  const letters = [...line].slice(0, longest);
  return letters.map((_, i) => letters.slice(0, i + 1).join('')).filter((text) => text.trim() !== '');
}
