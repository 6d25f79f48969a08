import { Command, InvalidArgumentError, Option } from 'commander';
import { flag, wholeNumber } from '../../system/flags.ts';
import { VERSION } from '../../system/version.ts';
import { OUTPUT_KINDS, type OutputKind } from './format/output-formats.ts';
import { ENCODINGS, type Encoding } from './input/encoding.ts';
import { INPUT_KINDS, type InputKind } from './input/open-input.ts';
import type { Part } from './input/share.ts';
import { MATCH_QUALITIES, type MatchQuality } from './lookup/job.ts';

/** The flags of `npm run match`, as they were given. */
export interface Flags {
  readonly index?: string;
  readonly out: string;
  readonly column?: readonly string[];
  readonly address?: string;
  readonly building?: string;
  readonly unit?: string;
  readonly level?: string;
  readonly number?: string;
  readonly street?: string;
  readonly suburb?: string;
  readonly state?: string;
  readonly postcode?: string;
  readonly reverse?: boolean;
  readonly lat?: string;
  readonly lon?: string;
  readonly radius?: number;
  readonly enrich?: boolean;
  readonly id?: string;
  readonly fields?: readonly string[];
  readonly from?: InputKind;
  readonly to?: OutputKind;
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  readonly header?: boolean;
  readonly sheet?: string;
  readonly skip?: number;
  readonly decisions?: string;
  readonly group?: boolean;
  readonly name?: readonly string[];
  readonly against?: string;
  readonly minQuality: MatchQuality;
  readonly review: boolean;
  readonly report: boolean;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly part?: Part;
  readonly join?: boolean;
  readonly workers?: number;
  readonly checkpoint: number;
  readonly json?: boolean;
}

/** The parts of an address that columns may have. */
const PARTS = ['building', 'unit', 'level', 'number', 'street', 'suburb', 'state', 'postcode'];

/** The command line. */
export function matchCommand(): Command {
  return new Command('match')
    .version(VERSION)
    .description(
      'Matches a list of addresses against an index, without a server. Adds columns to the list: id, address in one line, suburb, state, postcode, score, quality, why it is not higher, lat, lon.',
    )
    .argument('[list]', 'CSV, NDJSON, XLSX or Parquet; standard input without one, or with -')
    .allowExcessArguments(false)
    .optionsGroup('Where')
    .addOption(flag('--index <file>', 'the index to match against; that of the sample, where the service has built it'))
    .option('--out <file>', 'where the results go, in the format of its ending; - for standard output', '-')
    .option('--overwrite', 'replace what is there, and what a stopped run has left')
    .addOption(new Option('--resume', 'go on where a stopped run was').conflicts('overwrite'))
    .addOption(
      new Option('--part <i/n>', 'match one of n parts of the list, from 1; --join makes one result of them').argParser(
        part,
      ),
    )
    .addOption(new Option('--join', 'join the parts, with the same flags as they had').conflicts(['part', 'resume']))
    .optionsGroup('What')
    .addOption(
      new Option('--column <name>', 'a column of addresses; several are joined in their order')
        .argParser(collect)
        .conflicts([...PARTS, 'reverse', 'enrich']),
    )
    .addOption(
      new Option('--address <name>', 'which address, where columns of several are named for them: billing').conflicts([
        ...PARTS,
        'column',
        'enrich',
      ]),
    )
    .option('--building <column>', 'parts of addresses, by the columns that have them')
    .option('--unit <column>')
    .option('--level <column>')
    .option('--number <column>', 'house number, where it has a column of its own')
    .option('--street <column>', 'number and street')
    .option('--suburb <column>')
    .option('--state <column>')
    .option('--postcode <column>')
    .option('--fields <names>', 'fields of enrich to add: lga,meshBlock.code,commonwealthElectorate.name', list)
    .option('--decisions <file>', 'a review file with decisions')
    .addOption(
      new Option('--min-quality <quality>', 'below it no address is filled in, only score and quality')
        .choices(MATCH_QUALITIES)
        .default('low'),
    )
    .addOption(
      new Option('--reverse', 'find the address nearest to each point').conflicts([
        ...PARTS,
        'enrich',
        'decisions',
        'id',
      ]),
    )
    .addOption(
      new Option('--group', 'add keys of the address and the building, and write pairs of the same place').conflicts(
        'reverse',
      ),
    )
    .addOption(
      new Option('--name <column>', 'a column of names: adds the key of the household; several are joined')
        .argParser(collect)
        .implies({ group: true }),
    )
    .addOption(new Option('--against <file>', 'another list, for pairs of both').implies({ group: true }))
    .option('--lat <column>', 'latitudes; found by name without it')
    .option('--lon <column>', 'longitudes; found by name without it')
    .option('--radius <metres>', 'how far to look', wholeNumber(1, 50_000))
    .addOption(
      new Option('--enrich', 'add what is known of each id').conflicts([...PARTS, 'decisions', 'lat', 'lon', 'radius']),
    )
    .option('--id <column>', 'ids; found by name without it')
    .optionsGroup('How the list is written, where it is not found out rightly')
    .addOption(new Option('--from <format>', 'format of the list').choices(INPUT_KINDS))
    .addOption(new Option('--to <format>', 'format of the results').choices(OUTPUT_KINDS))
    .addOption(new Option('--encoding <name>', 'encoding of the list').choices(ENCODINGS))
    .option('--delimiter <sign>', 'between fields: , ; | or tab; none for one field a line', delimiter)
    .option('--header', 'the first row names the columns')
    .option('--no-header', 'the first row is an address already')
    .option('--sheet <name>', 'sheet of a workbook; else its first with a table')
    .option('--skip <lines>', 'lines or rows above the header that are no part of the list', wholeNumber(0, 1000))
    .optionsGroup('More')
    .option('--no-review', 'write no review file')
    .option('--no-report', 'write no report')
    .addOption(flag('--workers <number>', 'worker threads; else one a core').argParser(wholeNumber(1, 256)))
    .option('--checkpoint <seconds>', 'how often it is written down how far the run is', wholeNumber(0, 86_400), 2)
    .option('--json', 'say on standard error what happens as JSON, an object a line')
    .addHelpText(
      'after',
      `
Examples:
  npm run match -- addresses.csv --out matched.csv
  npm run match -- customers.xlsx --street "Street address" --suburb Town --postcode PC --out matched.xlsx
  npm run match -- matched-by-hand.csv --out again.csv --decisions matched.review.csv
  npm run match -- points.csv --reverse --out addresses.csv
  npm run match -- ids.csv --enrich --fields meshBlock.code,lga,commonwealthElectorate --out areas.csv`,
    );
}

function collect(name: string, before: readonly string[] = []): readonly string[] {
  return [...before, name];
}

function part(text: string): Part {
  const [part, of] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).slice(1).map(Number);
  if (part === undefined || part < 1 || part > of)
    throw new InvalidArgumentError('Expected a part and how many there are, such as 1/7 to 7/7.');
  return { part, of };
}

function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function delimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t';
  if (text === 'none') return '';
  if (text.length === 1 && text !== '"' && text >= '\t' && text <= '~') return text;
  throw new InvalidArgumentError('Expected one sign such as ; or the word tab or none.');
}
