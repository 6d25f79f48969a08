/** What the service tells the docs about itself (`/docs/site.json`). */
export interface Site {
  readonly release: string;
  readonly addresses: number;
  /** Whether it serves the playground too. */
  readonly playground: boolean;
}

/** Fetches it; null if the service cannot be reached. */
export async function readSite(): Promise<Site | null> {
  try {
    const response = await fetch('/docs/site.json');
    return response.ok ? ((await response.json()) as Site) : null;
  } catch {
    return null;
  }
}

/** Shows the release in the header, and the link to the playground if there is one. */
export function showSite({ release, addresses, playground }: Site): void {
  const badge = document.getElementById('release');
  if (badge !== null) badge.textContent = `G-NAF ${release} · ${addresses.toLocaleString('en-AU')} addresses`;
  const link = document.getElementById('to-playground');
  if (link !== null) link.hidden = !playground;
}
