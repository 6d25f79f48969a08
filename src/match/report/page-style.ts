/** Text that HTML takes as text, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The style of a report, light and dark, on a screen and on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --high: #1a7f37; --medium: #9a6700; --low: #bc4c00; --none: #cf222e; --other: #57606a;
  --line: #d0d7de; --card: #f6f8fa; --ground: #d8dee4; --soft: #57606a; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 0.5rem; }
p { margin: 0.25rem 0 0.75rem; }
.soft, figcaption { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem; margin: 1.5rem 0; padding: 0; }
.cards li { list-style: none; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.cards b { display: block; font-size: 1.7rem; line-height: 1.2; }
.cards .high b { color: var(--high); } .cards .medium b { color: var(--medium); } .cards .none b { color: var(--none); }
ol.steps { padding-left: 1.4rem; } ol.steps li { margin: 0.5rem 0; }
figure { margin: 0; }
svg { width: 100%; height: auto; font-size: 13px; }
svg text { fill: currentColor; }
svg.map { border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
svg.map path { stroke-linecap: round; fill: none; }
svg.map .ground { fill: var(--ground); stroke: none; }
svg.map .sure { stroke: var(--high); stroke-opacity: 0.75; } svg.map .doubted { stroke: var(--low); stroke-opacity: 0.8; }
svg.map text { font-size: 12px; paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
rect { fill: var(--other); }
rect.high, rect.decided, rect.found { fill: var(--high); }
rect.medium { fill: var(--medium); }
rect.low { fill: var(--low); }
rect.none, rect.not-found, rect.bad-line { fill: var(--none); }
rect.rest { opacity: 0.35; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
.wide table { width: 100%; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1.25rem 0.25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { white-space: nowrap; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
details { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
summary { cursor: pointer; }
footer { margin-top: 3rem; font-size: 0.8rem; color: var(--soft); }
@media (prefers-color-scheme: dark) {
  :root { --high: #3fb950; --medium: #d29922; --low: #f0883e; --none: #f85149; --other: #8b949e;
    --line: #30363d; --card: #161b22; --ground: #30363d; --soft: #9198a1; }
  body { background: #0d1117; color: #e6edf3; }
}
@media print { details { break-inside: avoid; } main { margin: 0; } }
`;
