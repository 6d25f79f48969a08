import type { Instruments } from './instruments.ts';

/** The index that is served at the moment. */
export interface ServedIndex {
  readonly release: string;
  readonly addresses: number;
  readonly fileBytes: number;
  /** When the file was last written, and when it was opened, ms since 1970. */
  readonly builtAt: number;
  readonly openedAt: number;
  /** When the last complete pass over its checksums ended, ms since 1970; null before the first. */
  readonly verifiedAt: number | null;
}

/** Metrics of the index that is served. */
export function addIndexMetrics({ gauge }: Instruments, index: () => ServedIndex): void {
  gauge('letterbox_index_info', 'Always 1; the label tells the release that is served.', (series) =>
    series({ release: index().release }, 1),
  );
  gauge('letterbox_index_addresses', 'Records in the index.', (series) => series({}, index().addresses));
  gauge('letterbox_index_bytes', 'Size of the index file, all of which is mapped.', (series) =>
    series({}, index().fileBytes),
  );
  gauge(
    'letterbox_index_release_timestamp_seconds',
    'First day of the month that the release is named after.',
    (series) => {
      const [, year, month] = /^(\d{4})\.(\d{2})/.exec(index().release) ?? [];
      if (year !== undefined) series({}, Date.UTC(Number(year), Number(month) - 1) / 1000);
    },
  );
  gauge('letterbox_index_built_timestamp_seconds', 'When the index file was written.', (series) =>
    series({}, index().builtAt / 1000),
  );
  gauge('letterbox_index_opened_timestamp_seconds', 'When the index was opened.', (series) =>
    series({}, index().openedAt / 1000),
  );
  gauge('letterbox_index_verified_timestamp_seconds', 'When the last pass over all its checksums ended.', (series) => {
    const { verifiedAt } = index();
    if (verifiedAt !== null) series({}, verifiedAt / 1000);
  });
}
