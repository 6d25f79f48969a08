/** A failure that is shown to the operator by its message alone, without a stack. */
export class StartFailure extends Error {}
