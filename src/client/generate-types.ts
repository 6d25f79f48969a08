import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../http/openapi/document.ts';

/**
 * Writes the types of the client, generated from the interface description. With `--check` it writes nothing and fails when the
 * file is not what would be written.
 */
const FILE = fileURLToPath(new URL('../../../src/client/generated/openapi.ts', import.meta.url));

const HEAD = '// Generated from the interface description by `npm run client-types`. Not to be edited.\n\n';

const document = JSON.parse(JSON.stringify(openApiDocument()));
const types = HEAD + astToString(await openapiTS(document, { defaultNonNullable: false }));
if (!process.argv.includes('--check')) writeFileSync(FILE, types);
else if (readFileSync(FILE, 'utf8') !== types) {
  process.stderr.write(
    `${FILE} does not fit the interface description: run \`npm run client-types\` and commit the result.\n`,
  );
  process.exitCode = 1;
}
