/**
 * Loads what is made with packages that only some installations need: the optional peers of
 * package.json, which an installation without what development needs leaves out. `what` begins the
 * sentence of the error.
 *
 * @throws Error with a sentence if one of `packages` is not installed: what needs it, and how to get it
 */
export async function loadOptional<T>(
  load: () => Promise<T>,
  what: string,
  packages: readonly [string, ...string[]],
): Promise<T> {
  try {
    return await load();
  } catch (failure) {
    const { code, message } = failure as NodeJS.ErrnoException;
    const missing = code === 'ERR_MODULE_NOT_FOUND' && packages.find((name) => message.includes(`'${name}'`));
    if (!missing) throw failure;
    throw new MissingPackage(
      `${what} needs the package ${missing}, which is not installed: npm install ${packages.join(' ')}.`,
    );
  }
}

/** A package is not installed; the message is a sentence for whoever runs the service. */
export class MissingPackage extends Error {}
