import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

const WIDEST_PROSE = 100;
/** What begins a fence of code, and what ends the text that a command writes. */
const FENCE = /^\s*```/;
const WRITTEN = /^<!-- .*: (begin|end) -->$/;
/** Tables, headings, HTML and indented code, and a line of one word: none of these can be broken. */
const UNBROKEN = /^(?:\s*\||#|\s*<| {4}|\s*\S+$)/;

/** Counts the lines of prose in a Markdown document that are too wide; `path` is from the root, with slashes. */
export function countDocument(path: string, text: string): SourceCounts {
  const wideProse: string[] = [];
  let isCode = false;
  let isWritten = false;
  for (const [i, line] of text.split('\n').entries()) {
    const mark = WRITTEN.exec(line)?.[1];
    if (mark !== undefined) isWritten = mark === 'begin';
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode && !isWritten && !UNBROKEN.test(line) && [...line].length > WIDEST_PROSE)
      wideProse.push(`${path}:${i + 1} prose`);
  }
  return { ...NOTHING, file: path, wideProse };
}

const NOTHING: Omit<SourceCounts, 'file' | 'wideProse'> = {
  lines: 0,
  imports: [],
  manyParameters: [],
  longFunctions: [],
  moduleState: [],
  exportedState: [],
  limits: [],
  candidates: [],
  scanLoops: [],
  readsOfTyping: [],
  wideComments: [],
  forTests: [],
};

/** What is counted in a file: each with where it stands, `file:line name`. */
export interface SourceCounts {
  readonly file: string;
  readonly lines: number;
  /** Files of the same room that it imports, types included. */
  readonly imports: readonly string[];
  /** Functions of five parameters and more. */
  readonly manyParameters: readonly string[];
  /** Functions of more than 60 lines. */
  readonly longFunctions: readonly string[];
  /** Variables and buffers that live as long as the module. */
  readonly moduleState: readonly string[];
  /** Those of them that other files can reach. */
  readonly exportedState: readonly string[];
  /** Constants that limit how much is tried: by their names, and all of a file of limits. */
  readonly limits: readonly string[];
  /** Calls that make a candidate of the search. */
  readonly candidates: readonly string[];
  /** Loops over streets or addresses from which candidates are collected. */
  readonly scanLoops: readonly string[];
  /** Places that ask whether a query is being typed: whether its text may go on. */
  readonly readsOfTyping: readonly string[];
  /** Lines of comments that are wider than the formatter makes lines of code. */
  readonly wideComments: readonly string[];
  /** Names that it exports for tests alone. */
  readonly forTests: readonly string[];
  /** Lines of a document's prose that are wider than is read easily: none in source. */
  readonly wideProse: readonly string[];
}

const WIDEST = 120;

const MOST_PARAMETERS = 4;
const MOST_LINES = 60;
/** Functions that collect candidates from a street or an address. */
const COLLECT =
  /^(?:addAddresses|addBuilding|addStreet|collect|collectNamed|collectPrefix|collectThere|collectUnit|fill|keepRecord)$/;
const LIMIT = /(^|_)(MOST|LEAST|ENOUGH|MAX|MIN|LIMIT|LONGEST|SHORTEST|FEW|FEWEST|LARGEST|SMALLEST|BUDGET)(_|$)/;
/** Types of which an instance holds nothing that changes. */
const STATELESS = new Set(['RegExp', 'TextDecoder', 'TextEncoder', 'Error']);

/** Counts one file; `path` is from the root of the repository, with slashes, and `forTests` the names that tests alone import of it. */
export function countSource(path: string, text: string, forTests: readonly string[] = []): SourceCounts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const counts = {
    manyParameters: [] as string[],
    longFunctions: [] as string[],
    moduleState: [] as string[],
    exportedState: [] as string[],
    limits: [] as string[],
    candidates: [] as string[],
    scanLoops: [] as string[],
    readsOfTyping: [] as string[],
    wideComments: text
      .split('\n')
      .flatMap((line, i) =>
        line.length > WIDEST && /^\s*(?:\/\/|\/?\*)/.test(line) ? [`${path}:${i + 1} comment`] : [],
      ),
  };
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1;
  const where = (node: ts.Node, name: string) => `${path}:${lineOf(node.getStart())} ${name}`;
  const reexported = namesExportedApart(source);
  const written = namesWrittenTo(source);
  const loops = new Set<ts.Node>();
  const isOfLimits = path.endsWith('/limits.ts');

  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const name = nameOfFunction(node);
      if (node.parameters.length > MOST_PARAMETERS)
        counts.manyParameters.push(`${where(node, name)} (${node.parameters.length})`);
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      if (lines > MOST_LINES) counts.longFunctions.push(`${where(node, name)} (${lines})`);
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      if (called === 'candidateAt') counts.candidates.push(where(node, called));
      const loop = COLLECT.test(called) ? loopAround(node) : null;
      if (loop !== null && !loops.has(loop)) counts.scanLoops.push(where(loop, called));
      if (loop !== null) loops.add(loop);
    }
    for (const name of ['typing', 'mayGoOn']) if (isReadOf(node, name)) counts.readsOfTyping.push(where(node, name));
    const named = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node.name.getText() : '';
    if (LIMIT.test(named) || (isOfLimits && ts.isVariableDeclaration(node))) counts.limits.push(where(node, named));
    ts.forEachChild(node, visit);
  };
  visit(source);

  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    for (const declared of statement.declarationList.declarations) {
      const name = declared.name.getText();
      if (isConst && !written.has(name) && !isBuffer(declared)) continue;
      counts.moduleState.push(where(declared, name));
      if (isExported || reexported.has(name)) counts.exportedState.push(where(declared, name));
    }
  }
  return {
    file: path,
    lines: text.split('\n').length - 1,
    imports: importsOf(source, path),
    forTests: forTests.map((name) => `${path} ${name}`),
    wideProse: [],
    ...counts,
  };
}

/** The innermost loop of its function around a node; null for none. */
function loopAround(node: ts.Node): ts.Node | null {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent)
    if (ts.isIterationStatement(at, false)) return at;
  return null;
}

/** Whether a node reads a property of an object: `it.name`, or `{ name } = it`. */
function isReadOf(node: ts.Node, name: string): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === name;
  return ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === name;
}

function importsOf(source: ts.SourceFile, path: string): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return [];
    return [join(dirname(path), from.text)];
  });
}

function namesExportedApart(source: ts.SourceFile): Set<string> {
  const names = source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return [];
    const clause = statement.exportClause;
    if (clause === undefined || !ts.isNamedExports(clause)) return [];
    return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
  });
  return new Set(names);
}

/** Names of what is assigned to in a file, itself or a part of it: `NAME[i] = `, `NAME.length++`. */
function namesWrittenTo(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const add = (target: ts.Expression): void => {
    if (ts.isIdentifier(target)) names.add(target.text);
    else if (ts.isElementAccessExpression(target) || ts.isPropertyAccessExpression(target)) add(target.expression);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) add(node.left);
    if (ts.isPostfixUnaryExpression(node)) add(node.operand);
    if (ts.isPrefixUnaryExpression(node) && isStep(node.operator)) add(node.operand);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isStep(operator: ts.PrefixUnaryOperator): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** True for what is made empty, to be filled: an instance, a list without elements, or an object with one of these. */
function isBuffer({ type, initializer }: ts.VariableDeclaration): boolean {
  if (type !== undefined && /^(Readonly|readonly )/.test(type.getText())) return false;
  return initializer !== undefined && isMadeEmpty(initializer);
}

function isMadeEmpty(made: ts.Expression): boolean {
  if (ts.isAsExpression(made) || ts.isSatisfiesExpression(made)) return isMadeEmpty(made.expression);
  if (ts.isArrayLiteralExpression(made)) return made.elements.length === 0;
  if (ts.isObjectLiteralExpression(made))
    return made.properties.some((each) => ts.isPropertyAssignment(each) && isMadeEmpty(each.initializer));
  if (!ts.isNewExpression(made)) return false;
  const [given] = made.arguments ?? [];
  const isTable = given !== undefined && !ts.isNumericLiteral(given) && !/^[A-Z0-9_\s*+-]+$/.test(given.getText());
  const name = made.expression.getText();
  return !STATELESS.has(name) && !(isTable && /^(Map|Set|[A-Z][a-z0-9]+Array)$/.test(name));
}

function nameOfFunction(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : 'a function';
}
