/** Paths of the files of packages that are served as they are, by name; put in by the build. */
declare const PACKAGE_FILES: Readonly<Record<string, string>>;
