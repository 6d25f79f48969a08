import { fieldValue } from '../../../address/operations/table/document-fields.ts';
import { type AnsweredAddress, oneLine } from './answers.ts';

/** The fields that a preview shows, by path. */
const ROWS: readonly (readonly [label: string, path: string])[] = [
  ['Building', 'components.buildingName'],
  ['Point', 'geocode.type'],
  ['Council', 'boundaries.lga.name'],
  ['Electorate', 'boundaries.commonwealthElectorate.name'],
  ['SA2', 'boundaries.sa2.name'],
  ['Mesh block', 'boundaries.meshBlock.code'],
  ['Parcel', 'legalParcelId'],
];

const STYLE = `:root{color-scheme:light dark}body{margin:0;padding:12px 14px;font:13px/1.45 system-ui,sans-serif}
h1{margin:0;font-size:15px;line-height:1.3}p{margin:2px 0 8px;opacity:.75}dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:0}
dt{opacity:.7}dd{margin:0;overflow-wrap:anywhere}`;

/** A page about an address, made from its document, for a frame; it loads nothing. */
export function previewPage(document: AnsweredAddress): string {
  const { id, addressLabel } = document;
  const place = oneLine({ ...document, addressLabel: null });
  const rows = ROWS.flatMap(([label, path]) => {
    const value = fieldValue(document, path);
    return value === null ? [] : [`<dt>${label}</dt><dd>${escaped(String(value))}</dd>`];
  });
  const lat = fieldValue(document, 'location.lat');
  const lon = fieldValue(document, 'location.lon');
  const point = typeof lat === 'number' && typeof lon === 'number' ? ` · ${lat.toFixed(5)}, ${lon.toFixed(5)}` : '';
  return `<!doctype html>
<html lang="en-AU"><meta charset="utf-8"><title>${escaped(oneLine(document))}</title><style>${STYLE}</style>
<h1>${escaped(addressLabel ?? place)}</h1>
<p>${escaped(place)} · ${escaped(id)}${point}</p>
<dl>${rows.join('')}</dl>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
