/** One parameter of an operation, as the interface description has it. */
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

/** The operations that cost credits, from the service's own description. */
export async function readOperations(): Promise<Operation[]> {
  const response = await fetch('/openapi.json');
  const document = (await response.json()) as { paths: Record<string, { get?: Described }> };
  const resolve = (parameter: Parameter | { readonly $ref: string }): Parameter =>
    '$ref' in parameter ? (pointTo(document, parameter.$ref) as Parameter) : parameter;
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (get === undefined) return [];
    const { operationId, summary, description = '', parameters = [], 'x-credit-cost': cost } = get;
    if (cost === undefined) return [];
    return [{ path, operationId, summary, description, cost, parameters: parameters.map(resolve) }];
  });
}

/** What a reference such as `#/components/parameters/debug` points to. */
function pointTo(document: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((at, step) => (at as Record<string, unknown>)[step], document);
}
