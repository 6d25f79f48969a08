/** A parameter of an operation in the interface description. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: {
    readonly type: string;
    readonly default?: string | number;
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
    readonly maxLength?: number;
  };
}

/** One operation that costs credits. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly cost: number;
  readonly parameters: readonly Parameter[];
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly 'x-credit-cost'?: number;
}

/**
 * The calls below `/v1`, from the service's own description. Others, such as the reconciliation
 * API, have no form.
 */
export async function readOperations(): Promise<Operation[]> {
  const response = await fetch('/openapi.json');
  const document = (await response.json()) as { paths: Record<string, { get?: Described; post?: Described }> };
  const resolve = (parameter: Parameter | { readonly $ref: string }): Parameter =>
    '$ref' in parameter ? (pointTo(document, parameter.$ref) as Parameter) : parameter;
  const operation = (method: Operation['method'], path: string, described: Described | undefined): Operation[] => {
    if (described === undefined) return [];
    const { operationId, summary, description = '', parameters = [], 'x-credit-cost': cost } = described;
    if (cost === undefined || !path.startsWith('/v1/')) return [];
    return [{ method, path, operationId, summary, description, cost, parameters: parameters.map(resolve) }];
  };
  return Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...operation('GET', path, get),
    ...operation('POST', path, post),
  ]);
}

/** What a reference such as `#/components/parameters/debug` points to. */
function pointTo(document: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((at, step) => (at as Record<string, unknown>)[step], document);
}
