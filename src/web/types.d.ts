/** Paths of the files of packages that are served as they are, by name; put in by the build. */
declare const PACKAGE_FILES: Readonly<Record<string, string>>;

/** A text, put in by the build. */
declare module '*.md' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: esbuild gives a text as the default export.
  export default text;
}
