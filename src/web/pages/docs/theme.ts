/** The colours that differ between a light and a dark page. */
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
  text: '#23272e',
  faint: '#59616e',
  accent: '#1a55b0',
  danger: '#b3261e',
  surface: '#f5f6f8',
  raised: '#eceef1',
  line: '#c9ced6',
};

const DARK: Palette = {
  text: '#e3e6ea',
  faint: '#a3abb7',
  accent: '#8ab8ff',
  danger: '#ff9b93',
  surface: '#1d2126',
  raised: '#272c33',
  line: '#3d444e',
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
        success: { color: dark ? '#7ddb9a' : '#15693a', backgroundColor: surface, tabTextColor: '#7ddb9a' },
        redirect: { color: text, backgroundColor: surface, tabTextColor: '#ffc46b' },
        info: { color: text, backgroundColor: surface, tabTextColor: '#8ab8ff' },
        error: { color: danger, backgroundColor: surface, tabTextColor: '#ff9b93' },
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
    rightPanel: { backgroundColor: dark ? '#101215' : '#1d2430' },
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
