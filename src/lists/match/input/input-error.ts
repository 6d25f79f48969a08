/** A list that cannot be read; the message is a sentence for the user. */
export class InputError extends Error {}
