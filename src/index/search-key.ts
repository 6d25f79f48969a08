/**
 * A name as the tries keep it: upper-case letters A–Z, digits, and single spaces. Accents are folded, apostrophes and full stops
 * dropped, `&` is AND, everything else is a space. Queries are read into the same letters, so that names meet.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[\u0300-\u036f'’‘`´.]/g, '')
    .replace(/&/g, ' AND ')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}
