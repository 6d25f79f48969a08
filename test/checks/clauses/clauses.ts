/** The clauses of a contract in Markdown, by their numbers (`5.1`), each with the beginning of its text. */
export function clausesOf(markdown: string): ReadonlyMap<string, string> {
  const clauses = new Map<string, string>();
  for (const [, number, text] of markdown.matchAll(/^- \*\*(\d+\.\d+)\b(.*)$/gm)) {
    if (clauses.has(number)) throw new Error(`clause ${number} is there twice`);
    clauses.set(number, text.replaceAll('**', '').trim());
  }
  return clauses;
}

/** A place that names a clause: in a title, or in a comment that cites it. */
export interface Named {
  readonly clause: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** The clauses that a text names, as `§5.1`. */
export function namedIn(path: string, text: string): readonly Named[] {
  return text
    .split('\n')
    .flatMap((content, i) =>
      [...content.matchAll(/§(\d+\.\d+)/g)].map(([, clause]) => ({ clause, path, line: i + 1 })),
    );
}
