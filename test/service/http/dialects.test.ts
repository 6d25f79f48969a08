import { spawnSync } from 'node:child_process';
import NodeGeocoder from 'node-geocoder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleIndex } from '../../support/shared-releases.ts';
import { assertDescribed } from './support/description.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from './support/letterbox.ts';
import { headerOf, request } from './support/raw-http.ts';

let service: Letterbox;
beforeAll(async () => {
  service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'demo', '--workers', '1']);
});
afterAll(() => stopLetterbox(service));

const KEY = { 'X-Api-Key': 'demo' };
const basic = (name: string) => ({ Authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}` });

/** Asks a path with parameters; the answer is as the interface description says. */
async function ask(path: string, parameters: Record<string, string | number>, headers: Record<string, string> = KEY) {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await request(service.port, `${path}?${query}`, headers);
  assertDescribed(path, response);
  return { ...response, json: JSON.parse(response.body.toString()) };
}
const answer = async (path: string, parameters: Record<string, string | number>) => (await ask(path, parameters)).json;
const photon = (parameters: Record<string, string | number>) => answer('/photon/api', parameters);
const nominatim = (parameters: Record<string, string | number>) => answer('/nominatim/search', parameters);
interface Feature {
  readonly properties: Readonly<Record<string, string>>;
  readonly geometry: { readonly coordinates: readonly [number, number] };
}
const idsOf = ({ features }: { features: readonly Feature[] }) => features.map(({ properties }) => properties.id);

const TEXTS = [
  '2 perth st sunn',
  '1 perth st',
  '101/1 perth st sunnybank',
  '12 the',
  'lot 1',
  'sunnybank',
  'a',
  'qqqq xxxx',
];

describe('Photon’s dialect', () => {
  it('§12.19: has the addresses of autocomplete, each with the point and the parts of its document', async () => {
    for (const q of TEXTS) {
      const { features } = await photon({ q, limit: 20 });
      const { suggestions } = await answer('/v1/address/autocomplete', { q, limit: 20 });
      const ids = suggestions.map(({ id }: { id: string }) => id);
      expect(idsOf({ features }), q).toEqual(ids);
      for (const { geometry, properties } of features.slice(0, 3)) {
        const { location, components, formatted, ...document } = await answer('/v1/address/enrich', {
          id: properties.id,
          include: 'formatted',
        });
        expect(geometry).toEqual({ type: 'Point', coordinates: [location.lon, location.lat] });
        expect(properties).toMatchObject({ name: formatted.line1, country: 'Australia', countrycode: 'AU' });
        expect([properties.state, properties.postcode]).toEqual([document.state, document.postcode]);
        expect(properties.city.toUpperCase()).toBe(document.localityName);
        const { streetNumberFirst: first, streetNumberLast: last, lotNumber: lot } = components;
        expect(properties.housenumber).toBe(
          first === null ? (lot ?? undefined) && `Lot ${lot}` : last ? `${first}-${last}` : first,
        );
        expect(properties.street.toUpperCase()).toBe(
          [components.streetName, components.streetType, components.streetSuffix].filter(Boolean).join(' '),
        );
        expect([properties.osm_key, properties.osm_value, properties.type]).toEqual(['place', 'house', 'house']);
      }
    }
  });

  it('§12.19: cuts its limit at 20, prefers what is near, and leaves out of the best 20 what is outside of a box', async () => {
    const all = await photon({ q: '1 ', limit: 1000 });
    expect(all.features).toHaveLength(20);
    expect(idsOf(await photon({ q: '1 ', limit: 3 }))).toEqual(idsOf(all).slice(0, 3));
    expect((await photon({ q: '1 ' })).features).toHaveLength(15);
    const [lon, lat] = all.features[7].geometry.coordinates;
    const [west, south, east, north] = [lon - 1, lat - 1, lon + 1, lat + 1];
    const inside = all.features.filter(({ geometry: { coordinates } }: Feature) => {
      return coordinates[0] >= west && coordinates[0] <= east && coordinates[1] >= south && coordinates[1] <= north;
    });
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.length).toBeLessThan(20);
    for (const bbox of [
      [west, south, east, north],
      [east, north, west, south],
    ])
      expect(idsOf(await photon({ q: '1 ', bbox: bbox.join(',') }))).toEqual(idsOf({ features: inside }).slice(0, 15));
    const near = await answer('/v1/address/autocomplete', { q: '1 ', limit: 20, lat, lon });
    expect(idsOf(await photon({ q: '1 ', limit: 20, lat, lon, lang: 'en', layer: 'house' }))).toEqual(
      near.suggestions.map(({ id }: { id: string }) => id),
    );
  });

  it('§12.19: has the addresses of reverse, with its radius in kilometres', async () => {
    for (const radius of [0.01, 0.1, 1, 50]) {
      const point = { lat: -27.58, lon: 153.0607, limit: 5 };
      const { results } = await answer('/v1/address/reverse', { ...point, radius: radius * 1000 });
      expect(idsOf(await answer('/photon/reverse', { ...point, radius }))).toEqual(
        results.map(({ id }: { id: string }) => id),
      );
    }
    expect((await answer('/photon/reverse', { lat: -27.58, lon: 153.0607 })).features).toHaveLength(1);
    expect((await answer('/photon/reverse', { lat: -20, lon: 130 })).features).toEqual([]);
  });
});

describe('Nominatim’s dialect', () => {
  it('§12.20: has the match of validate first, by a line or by parts, and none of quality low', async () => {
    const lines = [
      '2 Perth St, Sunnybank QLD 4109',
      '1 perth st sunnybank',
      'perth st sunnybank',
      '2 perth st casey',
      'qqqq',
    ];
    for (const q of lines) {
      const { match, serviceMatchScore, serviceMatchQuality } = await answer('/v1/address/validate', { q });
      const places = await nominatim({ q, format: 'json', addressdetails: 1 });
      if (match === null || serviceMatchQuality === 'low') {
        expect(places, q).toEqual([]);
        continue;
      }
      const [first] = places;
      expect([first.id, first.importance]).toEqual([match.id, serviceMatchScore / 100]);
      expect([Number(first.lat), Number(first.lon)]).toEqual([match.location.lat, match.location.lon]);
      const [south, north, west, east] = first.boundingbox.map(Number);
      expect(south < match.location.lat && match.location.lat < north).toBe(true);
      expect(west < match.location.lon && match.location.lon < east).toBe(true);
      expect(first.address).toMatchObject({ postcode: match.postcode, state: match.state, country_code: 'au' });
      expect(places.length).toBeLessThanOrEqual(6);
    }
    const [byParts] = await nominatim({
      street: '2 Perth St',
      city: 'Sunnybank',
      state: 'Queensland',
      postalcode: '4109',
    });
    expect(byParts).toMatchObject({ id: 'GAQLD438583692', category: 'place' });
    expect(byParts.display_name).toBe('2 Perth Street, Sunnybank QLD 4109, Australia');
    expect(byParts.address).toBeUndefined();
    const both = await ask('/nominatim/search', { q: 'a', city: 'b' });
    expect([both.status, Object.keys(both.json.error.details)]).toEqual([400, ['q', 'city']]);
  });

  it('§12.20: answers in three forms, and keeps to a box if it is bounded', async () => {
    const q = '2 perth st sunnybank';
    expect((await nominatim({ q, format: 'json' }))[0]).toMatchObject({ class: 'place', type: 'house' });
    const { features, geocoding } = await nominatim({ q, format: 'geocodejson' });
    expect(geocoding.attribution).toContain('G-NAF');
    expect(features[0]).toMatchObject({
      geometry: { coordinates: [153.06071253, -27.57989863] },
      properties: { geocoding: { housenumber: '2', street: 'Perth Street', city: 'Sunnybank', postcode: '4109' } },
    });
    const [elsewhere, there] = ['140,-30,141,-31', '153,-27,154,-28'];
    expect(await nominatim({ q, viewbox: elsewhere, bounded: 1 })).toEqual([]);
    for (const more of [{ viewbox: elsewhere }, { viewbox: there, bounded: 1 }])
      expect((await nominatim({ q, ...more }))[0].id).toBe('GAQLD438583692');
  });

  it('§12.20: has the nearest address within a kilometre, with its parts, or says that there is none', async () => {
    const point = { lat: -27.58, lon: 153.0607 };
    const place = await answer('/nominatim/reverse', point);
    expect(place).toMatchObject({ id: 'GAQLD438583692', address: { house_number: '2', road: 'Perth Street' } });
    expect((await answer('/nominatim/reverse', { ...point, addressdetails: 0 })).address).toBeUndefined();
    expect((await answer('/nominatim/reverse', { ...point, format: 'geocodejson' })).features).toHaveLength(1);
    expect(await answer('/nominatim/reverse', { lat: -20, lon: 130 })).toEqual({ error: 'Unable to geocode' });
  });
});

describe('a route in a dialect', () => {
  const asked: [string, Record<string, string | number>][] = [
    ['/photon/api', { q: '2 perth st' }],
    ['/photon/reverse', { lat: -27.58, lon: 153.06 }],
    ['/nominatim/search', { q: '2 perth st sunnybank' }],
    ['/nominatim/reverse', { lat: -27.58, lon: 153.06 }],
  ];

  it('§12.20: takes a key in its header, or any as the name of basic authentication, over which the header counts', async () => {
    for (const [path, parameters] of asked) {
      const statusOf = async (headers: Record<string, string>) => (await ask(path, parameters, headers)).status;
      for (const headers of [KEY, basic('demo'), { ...basic('other'), ...KEY }])
        expect(await statusOf(headers)).toBe(200);
      for (const headers of [
        basic('other'),
        basic(''),
        { ...basic('demo'), 'X-Api-Key': 'other' },
        { Authorization: 'Bearer demo' },
      ])
        expect(await statusOf(headers)).toBe(401);
      const inQuery = await ask(path, { ...parameters, key: 'demo' }, {});
      expect(inQuery.json.error.code).toBe('MISSING_API_KEY');
      expect((await ask('/v1/address/validate', { q: 'a' }, basic('demo'))).status).toBe(401);
    }
  });

  it('§12.19: answers with a slash at its end too, by HEAD, with the headers of any data route, and refuses what is wrong', async () => {
    for (const [path, parameters] of asked) {
      const query = new URLSearchParams(
        Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const [plain, slash] = [await ask(path, parameters), await request(service.port, `${path}/?${query}`, KEY)];
      expect(slash.body).toEqual(plain.body);
      for (const name of ['cache-control', 'link', 'x-ratelimit-product', 'content-type'])
        expect(headerOf(plain, name)).toBe(headerOf(await ask('/v1/address/validate', { q: 'a' }), name));
      const wrong = await ask(path, { limit: 0, lat: 91, format: 'xml' });
      expect([wrong.status, wrong.json.error.code]).toEqual([400, 'INVALID_PARAMETERS']);
    }
  });
});

/** What a Python program with geopy prints, as JSON; null without it. */
function geopy(program: string): unknown {
  const run = spawnSync('/usr/bin/python3', ['-c', `import json, geopy\n${program}`], { encoding: 'utf8' });
  if (run.error || /No module named 'geopy'/.test(run.stderr)) return null;
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

describe('clients of other geocoders', () => {
  it.skipIf(geopy('print(1)') === null)(
    'geopy finds an address and what is at a point (skipped without python3-geopy)',
    () => {
      expect(
        geopy(`from geopy.geocoders import Nominatim, Photon
nominatim = Nominatim(scheme='http', domain='127.0.0.1:${service.port}/nominatim', user_agent='test')
photon = Photon(scheme='http', domain='127.0.0.1:${service.port}/photon', user_agent='test')
for each in nominatim, photon: each.headers['X-Api-Key'] = 'demo'
line, parts = nominatim.geocode('2 Perth St, Sunnybank', addressdetails=True), nominatim.geocode({'street': '2 Perth St', 'city': 'Sunnybank'})
found = [line, parts, nominatim.reverse((-27.58, 153.0607)), photon.geocode('2 perth st sunn'), photon.reverse((-27.58, 153.0607))]
none = [nominatim.geocode('qqqq'), nominatim.reverse((-20, 130)), photon.geocode('qqqq xxxx')]
print(json.dumps([[[each.address, each.latitude, each.longitude] for each in found], none, line.raw['address']['road']]))`),
      ).toEqual([
        [
          ...Array(3).fill(['2 Perth Street, Sunnybank QLD 4109, Australia', -27.57989863, 153.06071253]),
          ...Array(2).fill([expect.stringContaining('2 Perth Street'), -27.57989863, 153.06071253]),
        ],
        [null, null, null],
        'Perth Street',
      ]);
    },
  );

  it('node-geocoder finds an address and what is at a point, by a key in its URL', async () => {
    const geocoder = NodeGeocoder({
      provider: 'openstreetmap',
      osmServer: `http://demo:@127.0.0.1:${service.port}/nominatim`,
    } as NodeGeocoder.Options);
    const expected = {
      formattedAddress: '2 Perth Street, Sunnybank QLD 4109, Australia',
      latitude: -27.57989863,
      longitude: 153.06071253,
      streetNumber: '2',
      streetName: 'Perth Street',
      city: 'Sunnybank',
      state: 'QLD',
      zipcode: '4109',
      countryCode: 'AU',
    };
    expect((await geocoder.geocode('2 Perth St, Sunnybank QLD'))[0]).toMatchObject(expected);
    expect((await geocoder.reverse({ lat: -27.58, lon: 153.0607 }))[0]).toMatchObject(expected);
    expect([...(await geocoder.geocode('qqqq'))]).toEqual([]);
  });
});
