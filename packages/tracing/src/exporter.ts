import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** Called once with the cause when spans can no longer be sent, and once with undefined when they can again. */
export type OnSending = (fault: unknown) => void

/** Wraps the exporter to report when failures begin and end: an endpoint that is down must not flood the log. */
export function tellFaults(exporter: SpanExporter, onSending: OnSending): SpanExporter {
  let failing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // ExportResultCode.SUCCESS, without loading the package for it.
        const fails = result.code !== 0
        if (fails !== failing) onSending(fails ? result.error : undefined)
        failing = fails
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
