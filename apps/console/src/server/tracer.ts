import type { Tracer } from '@sluice/tracing'

// main.mjs opens it before it loads Next's bundles, so that no bundle contains the tracing libraries.
const process = globalThis as typeof globalThis & { sluiceTracer?: Tracer }

/** The tracer of this process; undefined if tracing is off. */
export function tracer(): Tracer | undefined {
  return process.sluiceTracer
}
