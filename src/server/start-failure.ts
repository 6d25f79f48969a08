/** A failure to be told to the operator in its own words, without a stack. */
export class StartFailure extends Error {}
