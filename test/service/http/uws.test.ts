import { describe, expect, it } from 'vitest';
import { glibcFault, loadUws } from '../../../src/service/http/uws.ts';

describe('a system that is too old for the Node.js on it', () => {
  it.each(['24.21.0', '26.10.0'])('is advised of both remedies on %s', (node) => {
    const major = node.slice(0, 2);
    for (const glibc of ['2.27', '2.31', '2.36', '2.37'])
      expect(glibcFault(node, glibc)).toBe(
        `Letterbox needs glibc 2.38 or later on Node.js ${major}, and this system has ${glibc}. To get on, run it on Node.js 22 ` +
          '("npm ci" once more after the change), or use a newer system: Debian 13, Ubuntu 24.04, or the container.',
      );
    for (const glibc of ['2.38', '2.41', '2.100', '3.0']) expect(glibcFault(node, glibc)).toBeNull();
  });

  it('is not advised to use a Node.js that would not help either', () => {
    expect(glibcFault('24.21.0', '2.26')).toMatch(/has 2\.26\. To get on, use a newer system: /);
  });

  it('is not one with an older Node.js, nor one without glibc', () => {
    for (const node of ['20.15.0', '22.23.3'])
      for (const glibc of ['2.27', '2.36', '2.41']) expect(glibcFault(node, glibc)).toBeNull();
    expect(glibcFault('24.21.0', null)).toBeNull();
  });

  it('is not the one that the tests run on', () => {
    expect(loadUws().App).toBeTypeOf('function');
  });
});
