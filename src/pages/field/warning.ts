const warned = new Set<string>();

/** Tells the developer of a page in its console what keeps the field from working, once. */
export function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.error(`<letterbox-address>: ${text}`);
}
