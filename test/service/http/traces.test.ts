import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceIdIn } from '../../../src/service/http/request-report.ts';

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
    .filter((text) => !/^0+$/.test(text));

describe('the trace id of a traceparent header', () => {
  it('is its second field', () => {
    fc.assert(
      fc.property(digits(32), digits(16), fc.constantFrom('00', '01'), (trace, parent, flags) => {
        expect(traceIdIn(`00-${trace}-${parent}-${flags}`)).toBe(trace);
        expect(traceIdIn(`01-${trace}-${parent}-${flags}-later`)).toBe(trace);
      }),
    );
  });

  it.each([
    '',
    '00',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e47360-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x',
    '"\n4bf92f3577b34da6a3ce929d0e0e4736',
  ])('is none in %s', (traceparent) => {
    expect(traceIdIn(traceparent)).toBeUndefined();
  });
});
