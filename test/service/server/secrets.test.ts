import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { sampleIndex } from '../../support/shared-releases.ts';
import { logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';

const SECRETS = {
  LETTERBOX_DEV_KEY: 'secret-of-dev',
  POSTGRES_PASSWORD: 'secret-of-compose',
  PGPASSWORD: 'secret-of-postgres',
  AWS_SECRET_ACCESS_KEY: 'secret-of-cloud',
};

test.runIf(process.platform === 'linux')(
  'the process that answers requests gets no secret from the environment',
  async () => {
    const service = await runLetterbox(['--index', sampleIndex(), '--workers', '1'], {
      ...SECRETS,
      TZ: 'Australia/Sydney',
    });
    onTestFinished(async () => void (await stopLetterbox(service)));
    expect(service.port, service.stderr()).not.toBe(0);
    const [{ pid }] = logged(service, 'index opened') as unknown as { pid: number }[];
    expect(pid).not.toBe(service.process.pid);
    const of = (process: number) => readFileSync(`/proc/${process}/environ`, 'latin1').split('\0');
    expect(of(service.process.pid!)).toContain('PGPASSWORD=secret-of-postgres');
    expect(of(pid)).toContain('TZ=Australia/Sydney');
    expect(of(pid).filter((each) => /secret|LETTERBOX/.test(each))).toEqual([]);
  },
);
