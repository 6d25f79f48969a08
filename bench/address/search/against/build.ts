import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { openIndex } from '../../../../src/address/index/open.ts';
import type { bindOperations } from '../../../../src/address/operations/call/bind-operations.ts';
import type { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';
import type { OperationName } from '../../../../src/address/operations/table/table.ts';

/** Asks one operation of a build; the answer is left in its own buffer. Returns how many bytes it has. */
export type Ask = (operation: OperationName, parameters: object) => number;

/**
 * The operations of a built clone over an index, which its own code opens.
 * @throws Error if the clone is not built, or cannot read the index
 */
export async function loadBuild(clone: string, index: string): Promise<Ask> {
  const source = join(clone, 'dist/src');
  // An earlier build may have its rooms in `src` itself.
  const hasDoors = existsSync(join(source, 'address'));
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(join(source, hasDoors ? file : file.slice(file.indexOf('/') + 1))).href);
  try {
    const opening = (await load('address/index/open.js')) as { openIndex: typeof openIndex };
    const binds = 'address/operations/call/bind-operations.js';
    const isMoved = existsSync(join(source, binds));
    const binding = (await load(isMoved ? binds : 'service/http/bind-operations.js')) as {
      bindOperations: typeof bindOperations;
    };
    const writing = (await load('address/operations/json-bytes.js')) as { JsonBytes: typeof JsonBytes };
    const operations = binding.bindOperations(opening.openIndex(index)) as unknown as Readonly<
      Record<OperationName, (parameters: object, out: JsonBytes) => unknown>
    >;
    const out = new writing.JsonBytes();
    return (operation, parameters) => {
      out.reset();
      operations[operation](parameters, out);
      return out.view().length;
    };
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new Error(`${clone}: expected a built clone that reads ${index} (--against-index names another): ${why}`);
  }
}
