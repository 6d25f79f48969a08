import { coastline } from './coastline.ts';

/** A page of the site: the path it is served at, and the folder of `src/web/pages` that has its `index.html`. */
export interface SitePage {
  readonly path: string;
  readonly folder: string;
  /** The flag `--pages` serves pages by these groups. */
  readonly group: Group;
  /** The most that it may weigh with what its HTML links to, in bytes by brotli: `npm run sizes` fails above it. */
  readonly most: number;
}

/** What is switched on and off together. */
export type Group = 'playground' | 'docs' | 'field' | 'console';

/** The pages. What an `index.html` links to by a relative path is bundled, and served under `/assets/`. */
export const PAGES: readonly SitePage[] = [
  { path: '/', folder: 'playground', group: 'playground', most: 40_000 },
  { path: '/console', folder: 'console', group: 'console', most: 20_000 },
];

/**
 * The docs: pages that share a script and a style sheet. `most` as of a page, of each without its pictures, which come as they are scrolled to;
 * with them each may weigh `mostWithPictures`.
 */
export const DOCS = {
  script: 'main.ts',
  style: 'style.css',
  icon: '../playground/icon.svg',
  most: 40_000,
  mostWithPictures: 100_000,
} as const;

/** Scripts that other sites load, by their own path; `most` as of a page. */
export const SHARED_SCRIPTS: readonly {
  readonly path: string;
  readonly source: string;
  readonly group: Group;
  readonly most: number;
}[] = [{ path: '/letterbox-address.js', source: 'field/letterbox-address.ts', group: 'field', most: 12_000 }];

/** Modules of the npm package that are not served: the field for frameworks, which import those packages themselves. */
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

/** Files of packages that are served as they are, since their own scripts load them by name. */
export const PACKAGE_FILES: readonly PackageFile[] = [
  { name: 'maplibre-gl-worker.mjs', file: 'maplibre-gl/dist/maplibre-gl-worker.mjs', group: 'playground' },
];

/** Data that the build makes, served under `/assets/` and found by name as the files of packages are. */
export const MADE_FILES: readonly { readonly name: string; readonly group: Group; readonly make: () => string }[] = [
  { name: 'coast.json', group: 'playground', make: coastline },
];

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
