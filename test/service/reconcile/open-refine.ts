import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { newFolder } from '../../support/shared-releases.ts';

/** Whether Debian's OpenRefine is installed. */
export function hasOpenRefine(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v openrefine && command -v java'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A row of a project's table, by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

/** OpenRefine, driven as its own pages drive it. */
export interface OpenRefine {
  /** Of its pages. */
  readonly url: string;
  /** Makes a project of a CSV text; its number. */
  createProject(name: string, csv: string): Promise<string>;
  /** Runs a command of a project to its end, and answers what it answered. */
  run(project: string, command: string, values: Readonly<Record<string, string>>): Promise<Record<string, unknown>>;
  /** The project's rows, as it exports them in tab-separated values. */
  exported(project: string): Promise<string>;
  stop(): Promise<void>;
}

const ALL_ROWS = JSON.stringify({ facets: [], mode: 'row-based' });

/** Starts OpenRefine with a workspace of its own. */
export async function startOpenRefine(): Promise<OpenRefine> {
  const port = await freePort();
  const workspace = newFolder();
  const args = ['-i', '127.0.0.1', '-p', String(port), '-d', workspace, '-m', '512M', '-x', 'refine.headless=true'];
  // A process group of its own: the program is a script around a script around Java.
  const child = spawn('openrefine', args, { detached: true, stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}/command/core`;
  await untilAnswers(`${base}/get-version`, child);

  async function token(): Promise<string> {
    const answer = (await (await fetch(`${base}/get-csrf-token`)).json()) as { readonly token: string };
    return answer.token;
  }

  async function untilIdle(project: string): Promise<void> {
    for (;;) {
      const answer = await fetch(`${base}/get-processes?project=${project}`);
      const { processes } = (await answer.json()) as { readonly processes: readonly unknown[] };
      if (processes.length === 0) return;
      await setTimeout(100);
    }
  }

  return {
    url: `http://127.0.0.1:${port}/`,
    async createProject(name, csv) {
      const form = new FormData();
      form.set('project-name', name);
      form.set('format', 'text/line-based/*sv');
      form.set('options', JSON.stringify({ separator: ',', headerLines: 1, guessCellValueTypes: false }));
      form.set('project-file', new Blob([csv], { type: 'text/csv' }), 'list.csv');
      const url = `${base}/create-project-from-upload?csrf_token=${await token()}`;
      const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
      const project = /project=(\d+)/.exec(answer.headers.get('location') ?? '')?.[1];
      if (project === undefined) throw new Error(`no project: ${answer.status} ${await answer.text()}`);
      return project;
    },
    async run(project, command, values) {
      const body = new URLSearchParams({ engine: ALL_ROWS, ...values, csrf_token: await token() });
      const answer = await fetch(`${base}/${command}?project=${project}`, { method: 'POST', body });
      const result = (await answer.json()) as Record<string, unknown>;
      if (result.code === 'error') throw new Error(`${command}: ${JSON.stringify(result)}`);
      await untilIdle(project);
      return result;
    },
    async exported(project) {
      const body = new URLSearchParams({ engine: ALL_ROWS, project, format: 'tsv' });
      return (await fetch(`${base}/export-rows/list.tsv`, { method: 'POST', body })).text();
    },
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('close', resolve));
        process.kill(-child.pid, 'SIGKILL');
        await ended;
      }
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await setTimeout(200);
  }
  throw new Error('OpenRefine did not start');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}
