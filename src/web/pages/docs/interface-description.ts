/** The parts of the interface description (OpenAPI 3.1) that the page reads. */
export interface InterfaceDescription {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
}

/** A call. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  /** What it is posted, with an example. */
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** A parameter of a call. */
export interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly example?: unknown;
}
