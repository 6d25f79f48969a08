import { join } from 'node:path';
import { openIndex } from '../../../src/address/index/open.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { mutate } from './random.ts';
import { buildSample } from './running-service.ts';
import type { Target } from './target.ts';

const QUERIES = [
  'q=2+perth+st+sunnybank+qld+4109&limit=3&debug=true',
  'q=unit+5%2C+12-14+high+street+north%2C+kew+vic&state=VIC&lat=-37.8&lon=145',
  'q=shop+1%2C+floor+1%2C+1880+ferntree+gully+road',
  'q=lot+19+gibbs&limit=20',
  'id=GAVIC411087566&debug=true',
  'lat=-27.5&lon=153.06&radius=50000&limit=20',
  'lat=-1e-05&lon=180&radius=1',
  'postcode=3188&limit=50',
  'suburb=Bondi%20Beach&state=NSW&limit=20',
];
const WORDS = [
  ...[
    '%',
    '%00',
    '%ff',
    '%E2%82',
    '%F0%9F%92%A3',
    '+',
    '%2F',
    '%2C',
    '&',
    '=',
    '&q=',
    '&lat=',
    '&debug=',
    '//',
    '1/2/3',
    '-',
    "'",
    'é',
  ],
  ...[
    '1e999',
    '-0',
    'NaN',
    '99999999999',
    'unit',
    'lot',
    'level',
    'shop+',
    'st',
    'street',
    'the',
    'north',
    'vic',
    '3000',
    'mount',
    'o%27',
    'po+box',
  ],
];

/** An answer takes some milliseconds; a second is a hang, on the busiest machine. */
const MOST_MS = 2000;

/** The query strings of all operations, over the sample. */
export const queryStrings: Target = {
  name: 'query-strings',
  async open(folder) {
    const index = openIndex(buildSample(join(folder, 'sample.lbx')));
    const operations = bindOperations(index);
    const out = new JsonBytes();
    return {
      make: (random) => {
        const text = mutate(random, Buffer.from(random.of(QUERIES)), WORDS, 4000);
        return Buffer.concat([Buffer.from([random.below(ROUTES.length)]), text]);
      },
      async run(input) {
        const route = ROUTES[input[0] % ROUTES.length];
        const began = performance.now();
        out.reset();
        const refusal = route.answer(operations, input.toString('latin1', 1), out);
        const took = performance.now() - began;
        if (took > MOST_MS) return `took ${took} ms`;
        if (refusal !== null) return refusal.status < 500 ? null : refusal.message;
        JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(out.view()));
        return null;
      },
      close: async () => {},
    };
  },
};
