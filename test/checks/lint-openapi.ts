import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { consoleDescription } from '../../src/billing/accounts/console/description/openapi.ts';
import { openApiDocument } from '../../src/service/http/openapi/document.ts';

/** What is wrong with a document by Redocly's recommended rules, warnings included. */
async function byRedocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `Redocly ${ruleId}: ${location[0]?.pointer}: ${message}`);
}

/** What is wrong with a document by Spectral's recommended rules, warnings included. */
async function bySpectral(source: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => `Spectral ${code}: ${path.join('/')}: ${message}`);
}

/** Checks both interface descriptions, and ends with status 1 where a rule is not kept. */
for (const [path, document] of [
  ['/openapi.json', openApiDocument()],
  ['/console/v1/openapi.json', consoleDescription()],
] as const) {
  const source = JSON.stringify(document);
  for (const problem of [...(await byRedocly(source)), ...(await bySpectral(source))]) {
    process.stderr.write(`${path}: ${problem}\n`);
    process.exitCode = 1;
  }
}
