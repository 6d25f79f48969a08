/** A page made from a Markdown file of the repository. */
export interface TextPage {
  /** Below `/docs/`; the Markdown itself is at the same path with `.md`. */
  readonly slug: string;
  /** Its path in the repository. */
  readonly source: string;
  /** The heading that it begins with, if not the first. */
  readonly from?: string;
  /** Its name in the menu. */
  readonly menu: string;
  /** What it is about, in a sentence. */
  readonly about: string;
}

/** A part of the menu. */
export interface Chapter {
  readonly title: string;
  readonly pages: readonly TextPage[];
}

const GUIDES = 'src/pages/docs/guides';

const guide = (slug: string, menu: string, about: string): TextPage => ({
  slug,
  source: `${GUIDES}/${slug}.md`,
  menu,
  about,
});

/** The chapter before the calls in the menu. */
export const BEGIN: Chapter = {
  title: 'Begin',
  pages: [
    guide('quick-start', 'Quick start', 'A key, a call, its answer, and an address field on a page, in five minutes.'),
    guide(
      'test-addresses',
      'Test addresses',
      'Addresses of the sample that show every quality and every kind of answer.',
    ),
  ],
};

/** The chapters after them. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Guides',
    pages: [
      guide('match-quality', 'Match quality', 'What to do with each quality: accept, confirm or refuse a match.'),
      guide('errors', 'Errors and retry', 'Every code, and whether to send the request again.'),
      guide('limits', 'Limits', 'Bursts, quota, lengths, numbers of results.'),
      guide('credits', 'Credits and plans', 'What calls cost, when they are charged, and what each plan includes.'),
      guide('browser-keys', 'Keys in browsers', 'Where secret and publishable keys belong, and what bounds them.'),
      guide('batches', 'Batches', 'Up to 1000 addresses in one request by POST.'),
      guide(
        'beyond-the-specification',
        'Beyond the specification',
        'What is added to the six calls, and leaves them as they are.',
      ),
    ],
  },
  {
    title: 'Forms',
    pages: [
      {
        slug: 'form-field',
        source: 'src/pages/README.md',
        from: '## The form field',
        menu: 'The form field',
        about: 'An address field for any form, for React and for Vue.',
      },
      guide(
        'checkout',
        'A checkout of your own',
        'The first line of a form that you have suggests addresses and fills the rest.',
      ),
      guide('woocommerce', 'WooCommerce', 'The field in the classic checkout and in the block checkout.'),
      guide('shopify', 'Shopify', 'The field in the address forms of a theme, and what the checkout does not allow.'),
      guide('react', 'React', 'A hook for an input of yours, and a component.'),
      guide('vue', 'Vue', 'A directive for an input of yours, and a component.'),
    ],
  },
  {
    title: 'Tools',
    pages: [
      {
        slug: 'typescript-client',
        source: 'src/clients/client/README.md',
        menu: 'TypeScript client',
        about: 'The calls with their types, errors and retries, without dependencies.',
      },
      {
        slug: 'engine',
        source: 'src/engine/README.md',
        menu: 'Engine (library)',
        about: 'The calls in your own process, straight from an index file.',
      },
      {
        slug: 'lists',
        source: 'src/lists/match/README.md',
        menu: 'Lists',
        about: 'Matching a CSV, XLSX, NDJSON or Parquet file straight against an index.',
      },
      guide(
        'map-plugins',
        'Map plug-ins',
        'Leaflet, MapLibre, geopy and node-geocoder, in the dialects of Photon and Nominatim.',
      ),
      guide('openrefine', 'OpenRefine', 'Reconciling a column of addresses, and adding columns to it.'),
      {
        slug: 'mcp',
        source: 'src/clients/mcp/README.md',
        menu: 'Language models (MCP)',
        about: 'The calls as tools of the Model Context Protocol.',
      },
    ],
  },
  {
    title: 'Operating',
    pages: [
      {
        slug: 'build-index',
        source: 'build-index/README.md',
        menu: 'Build an index',
        about: 'From a release of G-NAF to one file, and what is in it.',
      },
      {
        slug: 'running',
        source: 'src/service/server/README.md',
        menu: 'Run the service',
        about: 'Every flag, health checks and logs, new releases, overload, memory.',
      },
      {
        slug: 'deploying',
        source: 'src/service/server/deploy/README.md',
        menu: 'Deploy',
        about: 'systemd units, a container and a compose file.',
      },
      {
        slug: 'http',
        source: 'src/service/http/README.md',
        menu: 'HTTP and proxies',
        about: 'Parameters, credit headers, and what a proxy or load balancer needs to know.',
      },
      {
        slug: 'accounts',
        source: 'src/billing/credits/README.md',
        menu: 'Accounts and credits',
        about: 'Keys, plans, the console, backup and restore, what can be lost.',
      },
      {
        slug: 'console',
        source: 'src/billing/accounts/README.md',
        menu: 'Console',
        about: 'Plans, transitions and invoices, and the private console with its pages.',
      },
      {
        slug: 'fleet',
        source: 'src/billing/credits/FLEET.md',
        menu: 'Several machines',
        about: 'How machines share the credits of an account, and what a fleet does under faults.',
      },
      {
        slug: 'telemetry',
        source: 'src/service/telemetry/README.md',
        menu: 'Logs and metrics',
        about: 'Metrics for Prometheus, alerts, a dashboard, logs.',
      },
      {
        slug: 'releases',
        source: 'src/lists/release/README.md',
        menu: 'What a release changes',
        about: 'Two indexes compared: a report to read, and every address as NDJSON.',
      },
      {
        slug: 'runbook',
        source: 'src/service/server/RUNBOOK.md',
        menu: 'Runbook',
        about: 'For the person on duty: what an alert means and what to do.',
      },
      {
        slug: 'security',
        source: 'SECURITY.md',
        menu: 'Security',
        about: 'How to report a vulnerability, and what the service relies on.',
      },
    ],
  },
  {
    title: 'About',
    pages: [
      guide('versioning', 'Versioning', 'What stays the same, what may change, and how a change is announced.'),
      { slug: 'changelog', source: 'CHANGELOG.md', menu: 'What changed', about: 'All notable changes, newest first.' },
      {
        slug: 'contract',
        source: 'src/service/http/CONTRACT.md',
        menu: 'The contract',
        about: 'Every promise to callers and operators, in numbered clauses.',
      },
      guide('licence', 'Licence and attribution', 'What to say where answers are shown.'),
    ],
  },
];
