/** Text that HTML takes as text, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The style of a report, light and dark. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --high: #1a7f37; --medium: #b08000; --low: #bc4c00; --none: #cf222e; --other: #57606a; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
svg { width: 100%; height: auto; font-size: 13px; }
svg text { fill: currentColor; }
rect { fill: var(--other); }
rect.high, rect.decided, rect.found { fill: var(--high); }
rect.medium { fill: var(--medium); }
rect.low { fill: var(--low); }
rect.none, rect.not-found, rect.bad-line { fill: var(--none); }
rect.rest { opacity: 0.35; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1.5rem 0.2rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
footer { margin-top: 3rem; font-size: 0.8rem; opacity: 0.75; }
@media (prefers-color-scheme: dark) { :root { --high: #3fb950; --medium: #d29922; --low: #f0883e; --none: #f85149; } }
`;
