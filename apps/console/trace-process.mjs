import { startTracing } from '@sluice/tracing'

/**
 * Traces this process if its environment says so. Next's bundle does not contain the tracing libraries, so it gets the
 * tracer from here.
 * @param {Record<string, string | undefined>} environment
 * @returns the tracer, to be closed last; undefined if tracing is off
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
