import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';

type Json = Record<string, unknown>;

/** The calls on an index as HTTP requests have them, without admission. */
export interface Calls {
  readonly index: AddressIndex;
  /** The body of the answer to a query string, or the error, as text. */
  text(path: string, query: string): string;
  /** The answer to parameters. Throws what the error says where there is none. */
  get<T = Json>(path: string, parameters: Readonly<Record<string, unknown>>): T;
  /** The error that parameters are answered with. Throws where there is none. */
  refusal(path: string, parameters: Readonly<Record<string, unknown>>): { code: string; details: unknown };
}

/** Opens an index and its calls; paths are below `/v1/address/`. */
export function openCalls(file: string): Calls {
  const index = openIndex(file);
  const operations = bindOperations(index);
  const out = new JsonBytes();
  const ask = (path: string, query: string) => {
    const route = ROUTES.find((route) => route.path === `/v1/address/${path}`);
    if (route === undefined) throw new Error(`no such call: ${path}`);
    out.reset();
    return { error: route.answer(operations, query, out), body: Buffer.from(out.view()).toString() };
  };
  return {
    index,
    text(path, query) {
      const { error, body } = ask(path, query);
      return error === null ? body : JSON.stringify(error);
    },
    get(path, parameters) {
      const { error, body } = ask(path, queryOf(parameters));
      if (error !== null) throw new Error(`${path} ${queryOf(parameters)}: ${JSON.stringify(error)}`);
      return JSON.parse(body);
    },
    refusal(path, parameters) {
      const { error, body } = ask(path, queryOf(parameters));
      if (error === null) throw new Error(`${path} ${queryOf(parameters)} is answered: ${body}`);
      return error;
    },
  };
}

/** Parameters as a query string; those that are undefined are left out. */
export function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
}
