import { snippetsOf } from '../snippets.ts';
import type { InterfaceDescription, Operation } from './interface-description.ts';

/** A sample as Redoc shows it. */
interface CodeSample {
  readonly lang: string;
  readonly source: string;
}

/** Adds samples in curl, TypeScript and Python to the calls that take parameters or a body, made of the examples of the required ones. */
export function addCodeSamples<D extends InterfaceDescription>(
  description: D,
  origin: string,
  key = 'YOUR_API_KEY',
): D {
  const withSamples = (path: string, call: Operation) =>
    call.parameters === undefined && call.requestBody === undefined
      ? call
      : { ...call, 'x-codeSamples': samplesOf(call, path, origin, key) };
  const paths = Object.entries(description.paths).map(([path, { get, post, ...others }]) => [
    path,
    {
      ...others,
      ...(get === undefined ? {} : { get: withSamples(path, get) }),
      ...(post === undefined ? {} : { post: withSamples(path, post) }),
    },
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}

function samplesOf(
  { operationId, parameters = [], requestBody }: Operation,
  path: string,
  origin: string,
  key: string,
): CodeSample[] {
  const required = parameters.filter(({ required }) => required);
  const given = Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
  const body = requestBody?.content['application/json']?.example;
  const snippets = snippetsOf({ origin, path, operationId, key, parameters: given, body });
  return snippets.map(({ title, code }) => ({ lang: title, source: code }));
}
