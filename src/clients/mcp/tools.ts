import { z } from 'zod';
import type { Rule } from '../../address/operations/table/rules.ts';
import { STATES } from '../../address/operations/table/rules.ts';
import { type AnyOperation, type OperationName, TABLE } from '../../address/operations/table/table.ts';
import type { CallOptions, Client } from '../client/client.ts';
import { ANSWERS, manyValidated, PARTS } from './answers.ts';
import { MANY_VALIDATED, OUTPUTS } from './outputs.ts';

type Input = Readonly<Record<string, unknown>>;

/** What validate is additionally asked for: why an address matches as it does. */
const WHY = { debug: true, include: ['verdict'] } as const;

/** A call of the service as a tool for a model. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodRawShape;
  /** The schema of its output, which programs can rely on. */
  readonly output: z.ZodRawShape;
  readonly run: (client: Client, input: Input, options: CallOptions) => Promise<object>;
}

/** Inputs of a tool besides the parameters of its call, which select parts of the answer. */
const MORE_INPUT: { readonly [N in OperationName]?: z.ZodRawShape } = {
  enrich: {
    include: z
      .array(z.enum(PARTS))
      .optional()
      .describe(
        'boundaries: council, electorates, ABS areas; geocodes: further points; aliases: other labels; units: addresses inside the building; surroundings: locality and street with their neighbours',
      ),
  },
};

/** The input of a tool for the rule of a parameter. */
function inputOf({ required, schema }: Rule<unknown>, words: string | undefined): z.ZodType {
  const { type, minimum, maximum, minLength, maxLength, pattern } = schema as Readonly<Record<string, never>>;
  let input: z.ZodType;
  if (type === undefined) input = z.enum(STATES);
  else if (type === 'integer') input = z.number().int().min(minimum).max(maximum);
  else if (type === 'number') input = z.number().min(minimum).max(maximum);
  else if (minLength === undefined)
    // Models write digits as a number, which loses leading zeros; `run` restores them.
    input = z.union([
      z.string().regex(new RegExp(pattern)),
      z
        .number()
        .int()
        .min(0)
        .max(10 ** digitsOf(pattern) - 1),
    ]);
  else input = z.string().min(minLength).max(maxLength);
  if (!required) input = input.optional();
  const told = words ?? (schema.default === undefined ? undefined : `default ${schema.default}`);
  return told === undefined ? input : input.describe(told);
}

/** The number of digits in a parameter whose pattern is one of digits. */
function digitsOf(pattern: string): number {
  return Number(/\{(\d+)\}/.exec(pattern)?.[1] ?? 1);
}

/** A number that was given in place of digits, as text. */
function asText({ schema }: Rule<unknown>, given: unknown): unknown {
  const { pattern } = schema as { readonly pattern?: string };
  return typeof given === 'number' && pattern !== undefined ? String(given).padStart(digitsOf(pattern), '0') : given;
}

function toolOf({ name, parameters, client: { method }, tool }: AnyOperation): Tool {
  const { inputs = {} } = tool;
  const offered = Object.entries(parameters.rules).filter(([own]) => own !== 'debug' && inputs[own] !== null);
  const nameOf = (own: string) => inputs[own]?.name ?? own;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    input: {
      ...Object.fromEntries(offered.map(([own, rule]) => [nameOf(own), inputOf(rule, inputs[own]?.words)])),
      ...MORE_INPUT[name],
    },
    output: OUTPUTS[name],
    async run(client, input, options) {
      const asked = Object.fromEntries(offered.map(([own, rule]) => [own, asText(rule, input[nameOf(own)])]));
      const call = client[method as keyof Client] as (asked: object, options: CallOptions) => Promise<{ data: object }>;
      const { data } = await call(name === 'validate' ? { ...asked, ...WHY } : asked, options);
      return ANSWERS[name]?.(data as never, input) ?? data;
    },
  };
}

/** The most queries of a batch, whose answers a model has to read. */
const MOST_AT_ONCE = 100;

/** Batches that are offered as tools, and how their answers are condensed. */
const BATCHES: { readonly [N in OperationName]?: { told: (answer: never) => object; output: z.ZodRawShape } } = {
  validate: { told: manyValidated, output: MANY_VALIDATED },
};

function batchToolOf({ name, parameters, batch }: AnyOperation): Tool[] {
  const known = BATCHES[name];
  if (known === undefined || batch?.tool === undefined) return [];
  const { input, ...words } = batch.tool;
  const [first] = parameters.names;
  const list = z.array(inputOf(parameters.rules[first], undefined)).min(1).max(MOST_AT_ONCE);
  return [
    {
      ...words,
      input: { [input]: list },
      output: known.output,
      async run(client, given, options) {
        const queries = (given[input] as readonly unknown[]).map((query) => ({ [first]: query, ...WHY }));
        const call = client[`${name}Batch` as keyof Client] as (
          asked: readonly object[],
          options: CallOptions,
        ) => Promise<{ data: object }>;
        return known.told((await call(queries, options)).data as never);
      },
    },
  ];
}

/** The tools, in the order of the table of operations, each call before its batch. */
export const TOOLS: readonly Tool[] = TABLE.flatMap((row) => [toolOf(row), ...batchToolOf(row)]);
