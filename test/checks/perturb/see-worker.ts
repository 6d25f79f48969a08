import { parentPort, workerData } from 'node:worker_threads';
import { type Material, see } from './checks.ts';

parentPort?.postMessage(see(workerData as Material));
