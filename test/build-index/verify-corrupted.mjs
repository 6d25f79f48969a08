// A process of its own in which damaged index files are opened, verified and asked: it may neither crash nor hang.
// Parameters: the folder of the compiled programs, and a JSON file with the index file and what is to be done to it.
// Prints one JSON line per variant.
import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';

const [dist, job] = process.argv.slice(2);
/** One of so many addresses is searched for. */
const SEARCHED = process.env.LONG === '1' ? 13 : 70;
/** One of so many is asked for by its id. */
const ASKED = process.env.LONG === '1' ? 1 : 3;
const { openIndex } = await import(`${dist}/src/address/index/open.js`);
const { idOf } = await import(`${dist}/src/address/index/id-hash.js`);
const { textOf } = await import(`${dist}/src/address/index/text.js`);
const { findFaults } = await import(`${dist}/build-index/verify/check.js`);
const { FILE_STAGES, CROSS_REFERENCE_STAGES } = await import(`${dist}/build-index/verify/stages.js`);
const { JsonBytes } = await import(`${dist}/src/address/operations/json-bytes.js`);
const { enrich } = await import(`${dist}/src/address/operations/enrich.js`);
const { reverse } = await import(`${dist}/src/address/operations/reverse.js`);
const { autocomplete } = await import(`${dist}/src/address/operations/autocomplete.js`);
const { validate } = await import(`${dist}/src/address/operations/validate.js`);
const { lookupPostcode } = await import(`${dist}/src/address/operations/lookup-postcode.js`);
const { lookupSuburb } = await import(`${dist}/src/address/operations/lookup-suburb.js`);

const { base, path, variants } = JSON.parse(readFileSync(job, 'utf8'));
const whole = readFileSync(base);
const questions = questionsOf(openIndex(base));
const out = new JsonBytes();

for (const [i, variant] of variants.entries()) {
  rmSync(path, { force: true });
  writeFileSync(path, changed(variant));
  say({ i, ...tried(variant) });
}

function changed({ length, edits }) {
  const bytes = Buffer.from(whole.subarray(0, length ?? whole.length));
  for (const [offset, value] of edits ?? []) bytes[offset] = value;
  return bytes;
}

function tried({ crossReferences }) {
  let index;
  try {
    index = openIndex(path);
  } catch (error) {
    return { refused: error.message };
  }
  const began = performance.now();
  const answer = ask(index);
  const asked = performance.now() - began;
  const stages = crossReferences ? CROSS_REFERENCE_STAGES : FILE_STAGES;
  return { ...answer, asked, faults: findFaults(index, stages), rss: process.memoryUsage.rss() };
}

/** Asks every question; how many were answered, and the messages of those that were not. */
function ask(index) {
  let answered = 0;
  const thrown = new Set();
  for (const [operation, parameters] of questions) {
    out.reset();
    try {
      operation(index, parameters, out);
      answered++;
    } catch (error) {
      thrown.add(error instanceof Error ? error.message : String(error));
    }
  }
  return { answered, thrown: [...thrown].slice(0, 3) };
}

function questionsOf(index) {
  const { columns } = index;
  const debug = false;
  const all = [];
  for (let ordinal = 0; ordinal < columns.addressHead.length; ordinal++) {
    const id = idOf(index, ordinal);
    if (ordinal % ASKED === 0) all.push([enrich, { id, debug }]);
    const document = new JsonBytes();
    enrich(index, { id, debug }, document);
    const { location, addressLabel, localityName } = JSON.parse(Buffer.from(document.view()).toString());
    if (ordinal % SEARCHED === 0) all.push(...searchesFor(`${addressLabel} ${localityName}`));
    if (location === null || ordinal % 7 > 0) continue;
    for (const radius of [10, 1000, 50_000]) all.push([reverse, { ...location, radius, limit: 20, debug }]);
  }
  for (const postcode of columns.postcode)
    all.push([lookupPostcode, { postcode: String(postcode).padStart(4, '0'), limit: 50, debug }]);
  for (const name of columns.placeName) {
    const suburb = textOf(index, name);
    all.push([lookupSuburb, { suburb, state: null, limit: 20, debug }]);
    all.push([lookupSuburb, { suburb: `${suburb.slice(1)}X`, state: null, limit: 20, debug }]);
  }
  all.push([enrich, { id: 'GANSW000000000', debug }], [reverse, { lat: 0, lon: 0, radius: 50_000, limit: 20, debug }]);
  return all;
}

/** A label as it is typed and as it is, and both with a letter replaced. */
function searchesFor(label) {
  const debug = false;
  return [label, label.replace(/[AEIOU]([A-Z]+)$/, 'X$1')].flatMap((q) => [
    [validate, { q, debug }],
    [autocomplete, { q: q.replace(/\b(\d+)\b/, '$1-5').slice(0, 16), state: null, limit: 5, near: null, debug }],
    ...[3, 9, 16, q.length].map((letters) => [
      autocomplete,
      { q: q.slice(0, letters), state: null, limit: 5, near: null, debug },
    ]),
    [autocomplete, { q: q.slice(0, 3), state: 'TAS', limit: 5, near: null, debug }],
    [autocomplete, { q: q.slice(0, 1), state: 'NSW', limit: 5, near: { lat: -33.9, lon: 151.2 }, debug }],
    [autocomplete, { q: q.slice(0, 9), state: null, limit: 5, near: { lat: -37.8, lon: 145 }, debug }],
  ]);
}

function say(line) {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
