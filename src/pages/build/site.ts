import { coastline } from './coastline.ts';

/** A page of the site: the path it is served at, and the folder of `src/pages` that has its `index.html`. */
export interface SitePage {
  readonly path: string;
  readonly folder: string;
  /** The flag `--pages` selects pages by group. */
  readonly group: Group;
  /**
   * The most that it may weigh, with what its HTML links to, in brotli bytes: `npm run sizes` fails
   * above it.
   */
  readonly most: number;
}

/** Pages that are switched on and off together. */
export type Group = 'playground' | 'docs' | 'field' | 'console';

/** The pages. Relative links of an `index.html` are bundled, and served under `/assets/`. */
export const PAGES: readonly SitePage[] = [
  { path: '/', folder: 'playground', group: 'playground', most: 40_000 },
  { path: '/console', folder: 'console', group: 'console', most: 20_000 },
];

/**
 * The docs: pages that share a script and a style sheet. `most` is the limit for each page without
 * its pictures, which load as one scrolls; with them the limit is `mostWithPictures`.
 */
export const DOCS = {
  script: 'main.ts',
  style: 'style.css',
  icon: '../playground/icon.svg',
  most: 40_000,
  mostWithPictures: 100_000,
} as const;

/** Scripts that other sites load, with fixed paths; `most` as for a page. */
export const SHARED_SCRIPTS: readonly {
  readonly path: string;
  readonly source: string;
  readonly group: Group;
  readonly most: number;
}[] = [
  { path: '/letterbox-address.js', source: 'field/letterbox-address.ts', group: 'field', most: 16_400 },
  { path: '/client.js', source: '../clients/client/client.ts', group: 'field', most: 5_000 },
];

/**
 * Modules of the npm package that are not served: wrappers of the field for frameworks, whose
 * packages stay imports.
 */
export const PACKAGE_SCRIPTS: readonly { readonly file: string; readonly source: string; readonly external: string }[] =
  [
    { file: 'wrappers/react.js', source: 'field/wrappers/react.ts', external: 'react' },
    { file: 'wrappers/vue.js', source: 'field/wrappers/vue.ts', external: 'vue' },
  ];

/** A file of a package. */
export interface PackageFile {
  readonly name: string;
  readonly file: string;
  readonly group: Group;
}

/** Files from packages that are served as they are, since their own scripts load them by name. */
export const PACKAGE_FILES: readonly PackageFile[] = [
  { name: 'maplibre-gl-worker.mjs', file: 'maplibre-gl/dist/maplibre-gl-worker.mjs', group: 'playground' },
];

/**
 * Data that the build makes, served under `/assets/` and found by name like the files from
 * packages.
 */
export const MADE_FILES: readonly { readonly name: string; readonly group: Group; readonly make: () => string }[] = [
  { name: 'coast.json', group: 'playground', make: coastline },
];

/** The content security policy: only what this host serves, and nothing inline. */
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

/** A served file. They are listed in `files.json`, which the service reads when it starts. */
export interface SiteFile {
  readonly path: string;
  /** Its name in the folder; `.br` and `.gz` files are beside it if they are smaller. */
  readonly file: string;
  readonly type: string;
  readonly group: Group;
  /** The name has a hash of the contents, so the file can be cached for ever. */
  readonly hashed: boolean;
  /** The content security policy of a page; null for other files. */
  readonly policy: Readonly<Record<string, string>> | null;
  /** Pages of other origins may load it. */
  readonly shared: boolean;
}
