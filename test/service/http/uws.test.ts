import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadFault, loadUws } from '../../../src/service/http/uws.ts';

const glibcFault = (node: string, glibc: string | null) => loadFault(node, 'linux-x64', glibc, 'ELF');
const installs = /^uWebSockets\.js has no binary .* run "npm ci" on this machine, with this Node\.js.*\(ELF\)$/;

describe('a system that is too old for the Node.js on it', () => {
  it.each(['24.21.0', '26.10.0'])('is advised of both remedies on %s', (node) => {
    const major = node.slice(0, 2);
    for (const glibc of ['2.27', '2.31', '2.36', '2.37'])
      expect(glibcFault(node, glibc)).toBe(
        `Letterbox needs glibc 2.38 or later on Node.js ${major}, and this system has ${glibc}. To get on, run it on Node.js 22 ` +
          '("npm ci" once more after the change), or use a newer system: Debian 13, Ubuntu 24.04, or the container.',
      );
    for (const glibc of ['2.38', '2.41', '2.100', '3.0']) expect(glibcFault(node, glibc)).toMatch(installs);
  });

  it('is not advised to use a Node.js that would not help either', () => {
    expect(glibcFault('24.21.0', '2.26')).toMatch(/has 2\.26\. To get on, use a newer system: /);
  });

  it('is not one with an older Node.js, nor one without glibc', () => {
    for (const node of ['20.15.0', '22.23.3'])
      for (const glibc of ['2.27', '2.36', '2.41']) expect(glibcFault(node, glibc)).toMatch(installs);
    expect(glibcFault('24.21.0', null)).toMatch(installs);
  });

  it('is not the one that the tests run on', () => {
    expect(loadUws().App).toBeTypeOf('function');
  });
});

describe('a platform without a verified binary', () => {
  it('is told which package to add and pin, of the release that the others have', () => {
    const said = loadFault('24.21.0', 'linux-arm64', '2.41', "Cannot find module '@uwsjs/linux-arm64-24'");
    expect(said).toBe(
      'uWebSockets.js has no binary that loads on Node.js 24.21.0, linux arm64. Letterbox installs and has verified those for Linux on x64 ' +
        'alone. If you trust another, add and pin it: "npm install --save-optional --save-exact @uwsjs/linux-arm64-24@20.69.0", and keep the ' +
        "hash that package-lock.json then has. SECURITY.md says how to build your own. (Cannot find module '@uwsjs/linux-arm64-24')",
    );
    const { optionalDependencies } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    );
    for (const major of ['20', '22', '24', '26']) {
      const version = optionalDependencies[`@uwsjs/linux-x64-${major}`];
      expect(loadFault(`${major}.1.0`, 'darwin-arm64', null, '')).toContain(
        ` @uwsjs/darwin-arm64-${major}@${version}"`,
      );
    }
  });
});
