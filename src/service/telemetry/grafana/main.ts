import { writeFileSync } from 'node:fs';
import { dashboard } from './dashboard.ts';

/* Writes the dashboard beside this program. Run by `npm run build`. */

writeFileSync(new URL('letterbox.json', import.meta.url), dashboard());
