import type { OnSending } from './exporter.ts'
import { readTracing } from './settings.ts'
import type { Tracer } from './tracer.ts'

/**
 * Traces this process according to the `OTEL_*` variables. Without an endpoint the libraries are not even loaded, and
 * nothing in the process is wrapped.
 *
 * @param service the process's name if `OTEL_SERVICE_NAME` is not set
 */
export async function startTracing(
  variables: Record<string, string | undefined>,
  service: string,
  onSending: OnSending,
): Promise<Tracer | undefined> {
  const settings = readTracing(variables)
  if (!settings) return undefined
  const { openTracer } = await import('./open-tracer.ts')
  return openTracer(settings, service, onSending)
}
