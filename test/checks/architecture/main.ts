import { fileURLToPath } from 'node:url';
import { readProgram, roomFaults } from './imports.ts';

/* Ends with status 1 where a file imports what its room may not, and says what it may. */

const faults = roomFaults(readProgram(fileURLToPath(new URL('../../../../', import.meta.url))));
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
