/** What the ledger says of an account or key and the counter file cannot hold: a sentence that says why. */
export class Unpublishable extends Error {
  override readonly name = 'Unpublishable';
}
