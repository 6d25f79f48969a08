/**
 * Follows an input that a page may draw later, or again: calls `use` with it, and with null when it
 * is gone. Returns what ends that.
 */
export function follow(
  scope: Node,
  find: () => HTMLInputElement | null,
  use: (input: HTMLInputElement | null) => void,
): () => void {
  let current: HTMLInputElement | null = null;
  const look = () => {
    const found = find();
    if (found === current) return;
    current = found;
    use(found);
  };
  const observer = new MutationObserver(look);
  observer.observe(scope, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
