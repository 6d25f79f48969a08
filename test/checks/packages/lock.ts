/** A lock file of npm: what is installed, by its path under the folder of the project, whose own path is empty. */
export interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>;
}

/**
 * The packages of a lock file whose bytes npm would not check, for whatever platform they are: those without a
 * SHA-256, -384 or -512.
 */
export function unverified(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !/^sha(256|384|512)-/.test(integrity ?? ''))
    .map(([path]) => path);
}
