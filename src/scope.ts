/** The scope of the packages that others install (src/packages). It is written here, and in documents, which a test holds to it. */
export const SCOPE = '@letterbox-au';
