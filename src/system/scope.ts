/**
 * The scope of the published packages (src/clients/packages). Documents repeat it, and a test checks that
 * they agree.
 */
export const SCOPE = '@letterbox-au';
