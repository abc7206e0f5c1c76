import { startTracing } from '@sluice/tracing'

/**
 * Traces this process where its environment says so: hands the tracer to what Next has bundled, which holds none of the
 * libraries.
 * @param {Record<string, string | undefined>} environment
 * @returns the tracer, to be closed last; undefined where there is none
 */
export async function traceProcess(environment) {
  const tracer = await startTracing(environment, 'sluice-console', tell)
  if (tracer) Object.assign(globalThis, { sluiceTracer: tracer })
  return tracer
}

/** @param {unknown} fault */
function tell(fault) {
  const time = new Date().toISOString()
  const line = fault
    ? { level: 'warn', msg: 'traces cannot be sent: spans beyond the queue are dropped' }
    : { level: 'info', msg: 'traces are sent again' }
  const cause = fault instanceof Error ? fault.message : undefined
  process.stderr.write(`${JSON.stringify({ ...line, time, cause })}\n`)
}
