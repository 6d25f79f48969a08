import { snippetsOf } from '../snippets.ts';
import type { InterfaceDescription, Operation } from './interface-description.ts';

/** A sample as Redoc shows it. */
interface CodeSample {
  readonly lang: string;
  readonly source: string;
}

/** Adds samples in curl, TypeScript and Python to the calls that take parameters, made of the examples of the required ones. */
export function addCodeSamples<D extends InterfaceDescription>(
  description: D,
  origin: string,
  key = 'YOUR_API_KEY',
): D {
  const paths = Object.entries(description.paths).map(([path, { get, ...others }]) => {
    if (get?.parameters === undefined) return [path, { ...others, get }];
    return [path, { ...others, get: { ...get, 'x-codeSamples': samplesOf(get, path, origin, key) } }];
  });
  return { ...description, paths: Object.fromEntries(paths) };
}

function samplesOf(
  { operationId, parameters = [] }: Operation,
  path: string,
  origin: string,
  key: string,
): CodeSample[] {
  const required = parameters.filter(({ required }) => required);
  const given = Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
  const snippets = snippetsOf({ origin, path, operationId, key, parameters: given });
  return snippets.map(({ title, code }) => ({ lang: title, source: code }));
}
