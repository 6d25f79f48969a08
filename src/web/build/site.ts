/** A page of the site: the path it is served at, and the folder of `src/web/pages` that has its `index.html`. */
export interface SitePage {
  readonly path: string;
  readonly folder: string;
  /** The flag `--pages` serves pages by these groups. */
  readonly group: Group;
  /** Directives that replace those of `CONTENT_SECURITY_POLICY`. */
  readonly policy?: Readonly<Record<string, string>>;
}

/** What is switched on and off together. */
export type Group = 'playground' | 'docs' | 'field';

/** The pages. What an `index.html` links to by a relative path is bundled, and served under `/assets/`. */
export const PAGES: readonly SitePage[] = [{ path: '/', folder: 'playground', group: 'playground' }];

/** Scripts that other sites load, by their own path. */
export const SHARED_SCRIPTS: readonly { readonly path: string; readonly source: string; readonly group: Group }[] = [
  { path: '/letterbox-address.js', source: 'field/letterbox-address.ts', group: 'field' },
];

/** Files of packages that are served as they are, since their own scripts load them by name. */
export const PACKAGE_FILES: readonly { readonly name: string; readonly file: string; readonly group: Group }[] = [];

/** What a page may load: what this host serves, and nothing written into the page. */
export const CONTENT_SECURITY_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** One file as it is served. The list of them is `files.json`; the service reads it when it starts. */
export interface SiteFile {
  readonly path: string;
  /** Its name in the folder; `.br` and `.gz` stand beside it where they are smaller. */
  readonly file: string;
  readonly type: string;
  readonly group: Group;
  /** The name holds a hash of the contents: it can be kept for ever. */
  readonly hashed: boolean;
  /** The content security policy of a page; null for what is no page. */
  readonly policy: Readonly<Record<string, string>> | null;
  /** Pages of other origins may load it. */
  readonly shared: boolean;
}
