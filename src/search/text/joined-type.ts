/** Street types that are told from the end of a name by their letters alone: not WAY, PARK or VIEW, as in BROADWAY. */
const JOINED =
  /([a-z]{3})(road|street|avenue|court|drive|place|lane|crescent|close|terrace|parade|grove|highway|boulevard|esplanade|circuit)(?![a-z])/gi;

/** The text with a space before each street type that is written together with a name, `KENSINGTONROAD`; null where none is. */
export function withTypesApart(text: string): string | null {
  const apart = text.replace(JOINED, '$1 $2');
  return apart === text ? null : apart;
}
