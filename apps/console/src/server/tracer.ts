import type { Tracer } from '@sluice/tracing'

// main.mjs opens it before it loads what Next has bundled, so that no bundle holds the libraries.
const process = globalThis as typeof globalThis & { sluiceTracer?: Tracer }

/** How this process is traced, if it is. */
export function tracer(): Tracer | undefined {
  return process.sluiceTracer
}
