// A worker over operations that do as they are told: built from dist, since worker threads run no TypeScript.
import { threadId, workerData } from 'node:worker_threads';
import { serve } from '../../../dist/src/service/http/serve.js';

const answer = (out) => {
  out.ascii(`{"thread":${threadId}}`);
  return true;
};

serve(workerData, () => {
  if (workerData.refuse) throw new Error('There is nothing to open.');
  return {
    admit: () => ({ admitted: true, account: 'a', settle: () => [] }),
    current: {
      served: {
        operations: {
          enrich({ id }, out) {
            if (id === 'THROW-LATER') {
              setTimeout(() => {
                throw new Error('told to');
              });
            }
            if (id === 'EXIT') setTimeout(() => process.exit(7));
            const [, milliseconds] = /^BUSY-(\d+)$/.exec(id) ?? [];
            const end = performance.now() + Number(milliseconds ?? 0);
            while (performance.now() < end);
            return answer(out);
          },
        },
        pages: new Map(),
        explain: null,
      },
    },
  };
});
