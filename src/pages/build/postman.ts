import { createRequire } from 'node:module';
import { openApiDocument } from '../../service/http/openapi/document.ts';

/** A part of a collection (Postman Collection Format 2.1): a folder or a request. */
interface Item {
  readonly item?: readonly Item[];
  id?: string;
  response?: unknown[];
}

interface Collection extends Item {
  readonly info: { _postman_id?: string };
  variable: { readonly key: string; readonly value: string }[];
}

interface Outcome {
  readonly result: boolean;
  readonly reason?: string;
  readonly output?: readonly { readonly data: Collection }[];
}

/** The part of openapi-to-postmanv2, which has no types, that is used here. */
interface Converter {
  readonly convertV2: (
    input: { readonly type: 'json'; readonly data: unknown },
    options: Readonly<Record<string, unknown>>,
    done: (error: Error | null, outcome: Outcome | null) => void,
  ) => void;
}

const OPTIONS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  // What is optional is listed, and switched on by who wants it.
  enableOptionalParameters: false,
};

/** Where the collection asks and with which key, until who imports it says otherwise. */
const VARIABLES = [
  { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
  { key: 'apiKey', value: '' },
];

/**
 * The collection of the service for Postman and for what reads its format, made of the interface
 * description: the same text each time. A request as it stands is answered, once `apiKey` is set.
 * Those with a key in the path are for programs that know them.
 * @throws Error where the library cannot read the description
 */
export async function postmanCollection(): Promise<string> {
  const { convertV2 } = createRequire(import.meta.url)('openapi-to-postmanv2') as Converter;
  const description = openApiDocument();
  const calls = Object.entries(description.paths).filter(([path]) => !path.includes('{'));
  const { data } = await new Promise<{ readonly data: Collection }>((resolve, reject) => {
    convertV2(
      { type: 'json', data: required({ ...description, paths: Object.fromEntries(calls) }) },
      OPTIONS,
      (error, outcome) => {
        const [collection] = outcome?.output ?? [];
        if (collection === undefined) reject(error ?? new Error(`No Postman collection: ${outcome?.reason}`));
        else resolve(collection);
      },
    );
  });
  settle(data);
  delete data.info._postman_id;
  data.variable = VARIABLES;
  return JSON.stringify(data);
}

/** The description in which a line is required that parts may stand in place of. */
function required(description: object): unknown {
  return JSON.parse(JSON.stringify(description), (_, value: unknown) => {
    const parameters = (value as { parameters?: Record<string, unknown>[] } | null)?.parameters;
    const replaced = Array.isArray(parameters) ? parameters.find((each) => 'x-instead-of' in each) : undefined;
    for (const each of replaced === undefined ? [] : parameters!)
      if (each.name === replaced!['x-instead-of']) each.required = true;
    return value;
  });
}

/** Takes out what differs from run to run: ids, and answers that the library makes up. */
function settle(item: Item): void {
  delete item.id;
  if (item.response !== undefined) item.response = [];
  for (const each of item.item ?? []) settle(each);
}
