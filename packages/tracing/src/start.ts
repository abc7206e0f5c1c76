import type { OnSending } from './exporter.ts'
import { readTracing } from './settings.ts'
import type { Tracer } from './tracer.ts'

/**
 * Traces this process as the `OTEL_*` variables say. Where they name no endpoint the libraries are not even loaded, and
 * nothing in the process is wrapped.
 *
 * @param service what the process is called where `OTEL_SERVICE_NAME` does not say
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
