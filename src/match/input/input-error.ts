/** A list that cannot be read, in a sentence for who asked. */
export class InputError extends Error {}
