import ts from 'typescript';

/** One number of the table of costs: where it stands in the text, and the path that names it. */
export interface CostNumber {
  /** `COSTS.nameEdit`, `EDITS_OF_SPACE.name`, `EDITS_OF_LAST`. */
  readonly name: string;
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The numbers that the exported constants of a file give: those of objects by their properties, those that stand alone by the constant. Numbers
 * that are derived from others are none.
 */
export function costNumbers(text: string): CostNumber[] {
  const source = ts.createSourceFile('costs.js', text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement) || !isExported(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer === undefined ? [] : numbersOf(name.getText(), initializer),
    );
  });
}

/** The text with one of its numbers multiplied. */
export function multiplied(text: string, { start, end, value }: CostNumber, by: number): string {
  return text.slice(0, start) + String(value * by) + text.slice(end);
}

function isExported(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function numbersOf(name: string, node: ts.Expression): CostNumber[] {
  if (ts.isAsExpression(node)) return numbersOf(name, node.expression);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((it) =>
      ts.isPropertyAssignment(it) ? numbersOf(`${name}.${it.name.getText()}`, it.initializer) : [],
    );
  const sign = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken ? -1 : 1;
  const number = sign < 0 && ts.isPrefixUnaryExpression(node) ? node.operand : node;
  if (!ts.isNumericLiteral(number)) return [];
  return [{ name, value: sign * Number(number.text), start: node.getStart(), end: node.getEnd() }];
}
