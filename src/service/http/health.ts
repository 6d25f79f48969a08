import { VERSION } from '../../system/version.ts';
import type { SidecarState } from '../admission/counters/sidecar-state.ts';
import type { ServedRelease } from './release-switch.ts';
import type { ServerEnds } from './service.ts';

/** The state of the service: the status and body of an answer. */
export type StateAnswer = readonly [status: 200 | 503, body: Uint8Array];

/**
 * A sidecar that is silent for this long, ms, will not recover by itself, and revoked keys would
 * stay valid.
 */
const SIDECAR_LOST = 30_000;

const STOPPING: StateAnswer = [503, bytesOf({ status: 'stopping' })];

/**
 * The answer of `/healthz`; `sidecar` returns null if there is none, and `ended` is null if no
 * server has ended.
 */
export function healthOf(sidecar: () => SidecarState | null, ended: ServerEnds | null): () => StateAnswer {
  return () => [200, withSidecar({ status: 'ok', version: VERSION, ...endsOf(ended) }, sidecar())];
}

/**
 * The answer of `/readyz`. The service is ready while the workers receive changes; an unreachable
 * ledger does not matter, since usage waits in the counter file.
 */
export function readinessOf(
  served: () => ServedRelease,
  sidecar: () => SidecarState | null,
  ended: ServerEnds | null,
  stopping: () => boolean,
): () => StateAnswer {
  return () => {
    if (stopping()) return STOPPING;
    const state = sidecar();
    if (state !== null && (!state.published || state.silentFor >= SIDECAR_LOST))
      return [503, withSidecar({ status: 'no sidecar' }, state)];
    const { release, asgs, addresses, attribution } = served();
    return [
      200,
      withSidecar(
        { status: 'ready', version: VERSION, release, asgs, addresses, attribution, ...endsOf(ended) },
        state,
      ),
    ];
  };
}

function endsOf(ended: ServerEnds | null): object {
  if (ended === null) return {};
  const { count, at, by } = ended;
  return { server_ended: { times: count, last_at: new Date(at).toISOString(), last_by: by } };
}

function withSidecar(fields: object, state: SidecarState | null): Uint8Array {
  if (state === null) return bytesOf(fields);
  const { sidecar, ledger, drainedAt, setAside, quarantined, clockOff } = state;
  return bytesOf({
    ...fields,
    sidecar,
    ledger,
    drained_at: drainedAt,
    accounts_set_aside: setAside,
    counters_quarantined: quarantined,
    clock_off_ms: clockOff,
  });
}

function bytesOf(fields: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(fields));
}
