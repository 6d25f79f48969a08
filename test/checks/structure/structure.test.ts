import { describe, expect, it } from 'vitest';
import { forTests } from './for-tests.ts';
import { measureRoom } from './measures.ts';
import { countDocument, countSource } from './source-file.ts';

const count = (text: string) => countSource('room/a.ts', text);
const names = (counted: readonly string[]) => counted.map((it) => it.split(' ')[1]);

describe('A file is measured', () => {
  it('by functions of five parameters and more, wherever they stand', () => {
    const text = `function four(a, b, c, d) {}
      export const five = (a, b, c, d, e) => a;
      class It { six(a, b, c, d, e, f) { return [1].map((a, b, c, d, e) => a); } }
      type Signature = (a: 1, b: 1, c: 1, d: 1, e: 1) => void;`;
    expect(count(text).manyParameters).toEqual([
      'room/a.ts:2 five (5)',
      'room/a.ts:3 six (6)',
      'room/a.ts:3 a function (5)',
    ]);
  });

  it('by functions of more than 60 lines', () => {
    const body = (lines: number) => `{\n${'1;\n'.repeat(lines - 2)}}`;
    const text = `function short() ${body(60)}\nfunction long() ${body(61)}\n`;
    expect(count(text).longFunctions).toEqual(['room/a.ts:61 long (61)']);
  });

  it('by variables and buffers that live as long as the module, and not by tables', () => {
    const text = `let a = 1;
      export let b = 1;
      const c = new Int32Array(8), d = new Map<string, number>(), e: number[] = [], f = { g: new Set() };
      const h = [1], i = { j: 1 };
      h[0] = 2;
      i.j++;
      const k = [1], l = new Map([[1, 2]]), m = Uint8Array.from([1]), n: readonly string[] = [], o = new RegExp('a');
      function p() { let q = 1; const r = new Int32Array(8); q = r[0]; return q; }
      export { c };`;
    expect(names(count(text).moduleState)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'h', 'i']);
    expect(names(count(text).exportedState)).toEqual(['b', 'c']);
  });

  it('by lines of comments that are wider than code', () => {
    const wide = 'x'.repeat(118);
    const text = `// ${wide}\n/** ${wide}\n * ${wide}\n */\nconst ${wide} = 1; // ${wide}\n// ${wide.slice(1)}\n`;
    expect(count(text).wideComments).toEqual(['room/a.ts:1 comment', 'room/a.ts:2 comment', 'room/a.ts:3 comment']);
  });

  it('by what makes candidates, loops that collect them, and what asks whether a query is being typed', () => {
    const text = `function a(list, search) {
        for (const it of list) { collect(it); collect(candidateAt(it)); }
        collect(search);
        while (search.tokens.typing) list.forEach((it) => addStreet(it));
      }
      const b = ({ mayGoOn }) => { for (;;) for (;;) addStreet(mayGoOn); };
      const c = { typing: true, mayGoOn };`;
    const { candidates, scanLoops, readsOfTyping } = count(text);
    expect(candidates).toEqual(['room/a.ts:2 candidateAt']);
    expect(scanLoops).toEqual(['room/a.ts:2 collect', 'room/a.ts:6 addStreet']);
    expect(readsOfTyping).toEqual(['room/a.ts:4 typing', 'room/a.ts:6 mayGoOn']);
  });

  it('by constants whose names limit something', () => {
    const text = 'const MOST_STREETS = 5, GOOD_ENOUGH = 3, ALMOST = 1, table = { MAX_WORDS: 2 };';
    expect(names(count(text).limits)).toEqual(['MOST_STREETS', 'GOOD_ENOUGH', 'MAX_WORDS']);
  });
});

it('A document is measured by lines of prose wider than 100 columns, but not of tables, headings, code and what is written', () => {
  const wide = `${'x '.repeat(50)}x`;
  const text = [
    wide,
    `- ${wide}`,
    wide.slice(1),
    `| ${wide} |`,
    `# ${wide}`,
    `    ${wide}`,
    `<${wide}`,
    'x'.repeat(101),
  ];
  text.push('```sh', wide, '```', '<!-- it: begin -->', wide, '<!-- it: end -->', wide);
  expect(countDocument('a.md', text.join('\n')).wideProse).toEqual(['a.md:1 prose', 'a.md:2 prose', 'a.md:15 prose']);
});

describe('A room is measured', () => {
  const files = [
    countSource('room/a.ts', "import { b } from './inner/b.ts';\nimport fs from 'node:fs';\nlet x = 1;\n"),
    countSource('room/inner/b.ts', "import type { C } from '../c.ts';\nexport * from './d.ts';\n"),
    countSource('room/c.ts', "import { out } from '../other/out.ts';\n"),
    countSource('room/inner/d.ts', ''),
    countSource('room/workspace.ts', 'let y = 1;\n'),
  ];

  it('by its files, their lines, and the longest chain of imports inside it', () => {
    const { files: counted, lines, 'floors of imports': floors } = measureRoom(files);
    expect([counted.value, lines.value]).toEqual([5, 7]);
    expect(floors.of).toEqual(['room/a.ts', 'room/inner/b.ts', 'room/c.ts']);
  });

  it('by the state of its modules, but that of its workspace', () => {
    expect(measureRoom(files)['module state outside workspace.ts'].of).toEqual(['room/a.ts:3 x']);
  });

  it('by its files of fewer than 25 lines, and by what it exports for tests alone', () => {
    const long = countSource('room/long.ts', '1;\n'.repeat(25), ['it', 'Other']);
    const measured = measureRoom([...files.slice(0, 1), long]);
    expect(measured['files of fewer than 25 lines'].of).toEqual(['room/a.ts']);
    expect(measured['exports for tests alone'].of).toEqual(['room/long.ts it', 'room/long.ts Other']);
  });

  it('not at all where its files import in a circle, which is named', () => {
    const circle = ['a', 'b'].map((name, i) => countSource(`room/${name}.ts`, `import './${'ba'[i]}.ts';`));
    expect(() => measureRoom(circle)).toThrow('a circle of imports: room/a.ts → room/b.ts → room/a.ts');
  });
});

it('A name is exported for tests alone if no file of the program imports it, by its name or with all others', () => {
  const found = forTests([
    { file: 'src/user.ts', text: "import { a, type B } from './it.ts';\nexport type { C as D } from './it.ts';\n" },
    { file: 'src/all.ts', text: "const all = await import('./whole.ts');\n" },
    {
      file: 'test/it.test.ts',
      text: "import {\n  a,\n  type B,\n  C,\n  D,\n  type e as f,\n} from '../src/it.ts';\n",
    },
    { file: 'test/whole.test.ts', text: "import { g } from '../src/whole.ts';\nimport * as it from '../src/it.ts';\n" },
  ]);
  expect([...found].filter(([, names]) => names.length > 0)).toEqual([['src/it.ts', ['D', 'e']]]);
});
