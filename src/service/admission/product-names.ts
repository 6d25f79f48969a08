/**
 * How many products (API families) the plans of one ledger can name: each has a bit and a name in
 * the counter file.
 */
export const MAX_PRODUCTS = 31;

/** Longest name of a product, in characters; all of them are ASCII. */
export const MAX_PRODUCT_NAME = 32;

const NAME = /^[a-z][a-z0-9-]*$/;

/** What `isProductName` accepts, in words. */
export const PRODUCT_NAME_RULE = `lower-case letters, digits and hyphens, at most ${MAX_PRODUCT_NAME}, such as address`;

/**
 * Whether a text can be the name of a product, such as `address`. Used everywhere that a product is
 * named.
 */
export function isProductName(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_PRODUCT_NAME && NAME.test(text);
}
