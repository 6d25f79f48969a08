/** The colours that differ between a light and a dark page: those of ../theme.css, which Redoc reckons with and so needs as numbers. */
interface Palette {
  readonly text: string;
  readonly faint: string;
  readonly accent: string;
  readonly danger: string;
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
}

const LIGHT: Palette = {
  text: '#161a21',
  faint: '#535c6b',
  accent: '#1b50c8',
  danger: '#a01b1b',
  surface: '#f6f7f9',
  raised: '#eef0f4',
  line: '#dde1e8',
};

const DARK: Palette = {
  text: '#e9ecf1',
  faint: '#a3adbd',
  accent: '#8fb3ff',
  danger: '#fca5a5',
  surface: '#171b22',
  raised: '#1d2430',
  line: '#2b313c',
};

const SANS = 'system-ui, sans-serif';
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

/** Redoc's theme, with fonts that every system has. */
export function themeFor(dark: boolean): object {
  const { text, faint, accent, danger, surface, raised, line } = dark ? DARK : LIGHT;
  return {
    colors: {
      primary: { main: accent },
      error: { main: danger },
      text: { primary: text, secondary: faint },
      border: { dark: line, light: line },
      responses: {
        success: { color: dark ? '#6ee7a0' : '#166534', backgroundColor: surface, tabTextColor: '#6ee7a0' },
        redirect: { color: text, backgroundColor: surface, tabTextColor: '#fcd34d' },
        info: { color: text, backgroundColor: surface, tabTextColor: '#8fb3ff' },
        error: { color: danger, backgroundColor: surface, tabTextColor: '#fca5a5' },
      },
    },
    schema: {
      linesColor: line,
      nestedBackground: surface,
      typeNameColor: faint,
      typeTitleColor: faint,
      requireLabelColor: danger,
      labelsTextSize: '0.9em',
    },
    sidebar: { backgroundColor: surface, textColor: text, activeTextColor: accent },
    rightPanel: { backgroundColor: dark ? '#0b0e12' : '#171b22' },
    codeBlock: { backgroundColor: '#0c0f13' },
    typography: {
      fontSize: '15px',
      fontFamily: SANS,
      headings: { fontFamily: SANS, fontWeight: '600' },
      code: { fontFamily: MONO, fontSize: '13.5px', color: text, backgroundColor: raised, wrap: true },
      links: { color: accent, visited: accent, hover: accent },
    },
  };
}
