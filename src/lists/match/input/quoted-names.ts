/** Names for a message: in quotes, long ones cut, control characters escaped, at most thirty. */
export function quotedNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST).map((name) => {
    const text = name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
    return JSON.stringify(text).replace(/[\u007f-\u009f\ufffd]/g, '?');
  });
  return names.length > MOST ? `${shown.join(', ')} and ${names.length - MOST} more` : shown.join(', ');
}

const MOST = 30;
const LONGEST = 40;
