import ts from 'typescript';

/** One change of one place of a file. */
export interface Mutation {
  readonly file: string;
  readonly line: number;
  /** Where the replaced text begins, and where it ends. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** `a < b → a <= b`, in one line. */
  readonly change: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '+=': '-=',
  '-=': '+=',
};

const METHODS: Readonly<Record<string, string>> = {
  'Math.max': 'Math.min',
  'Math.min': 'Math.max',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
};

/**
 * Every change that is tried in a file: operators, conditions, numbers and booleans turned into others, and statements
 * left out. Types, texts and imports are not touched.
 */
export function mutationsOf(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const add = (node: ts.Node, replacement: string, shown: ts.Node = node): void => {
    const [start, end] = [node.getStart(), node.getEnd()];
    const [from, to] = [shown.getStart(), shown.getEnd()];
    const before = text.slice(from, to);
    const after = text.slice(from, start) + replacement + text.slice(end, to);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    found.push({
      file,
      line,
      start,
      end,
      replacement,
      change: `${oneLine(before)} → ${oneLine(after) || '(nothing)'}`,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { operatorToken, left, right } = node;
      const other = OPERATORS[operatorToken.getText()];
      const joins = operatorToken.kind === ts.SyntaxKind.PlusToken && (isText(left) || isText(right));
      if (other !== undefined && !joins) add(operatorToken, other, node);
      if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) add(node, `(${right.getText()})`);
    } else if (ts.isPrefixUnaryExpression(node)) {
      if (node.operator === ts.SyntaxKind.ExclamationToken || node.operator === ts.SyntaxKind.MinusToken)
        add(node, `(${node.operand.getText()})`);
    } else if (ts.isNumericLiteral(node)) add(node, `${Number(node.text.replaceAll('_', '')) + 1}`, node.parent);
    else if (ts.isBigIntLiteral(node)) add(node, `${BigInt(node.text.slice(0, -1)) + 1n}n`, node.parent);
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false', node.parent);
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true', node.parent);
    else if (ts.isIfStatement(node)) negate(node.expression);
    else if (ts.isConditionalExpression(node)) negate(node.condition);
    else if (ts.isExpressionStatement(node)) add(node, ';');
    else if (ts.isReturnStatement(node) && node.expression === undefined) add(node, ';');
    else if (ts.isContinueStatement(node)) add(node, ';');
    else if (ts.isPropertyAccessExpression(node)) {
      const other = METHODS[node.getText()];
      if (other !== undefined) add(node, other, node.parent);
    }
    ts.forEachChild(node, visit);
  };
  const negate = (condition: ts.Expression): void => {
    // `!(a === b)` is the change of the operator already.
    if (ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText())) return;
    if (!ts.isPrefixUnaryExpression(condition)) add(condition, `!(${condition.getText()})`);
  };
  visit(source);
  return found;
}

/** The text with one change made. */
export function mutated(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line === ';' ? '' : line;
}
