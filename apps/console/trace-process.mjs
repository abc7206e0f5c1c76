import { subscribe } from 'node:diagnostics_channel'
import { startTracing } from '@sluice/tracing'

/**
 * Traces this process where its environment says so: hands the tracer to what Next has bundled, which holds none of the
 * libraries.
 * @param {Record<string, string | undefined>} environment
 */
export async function traceProcess(environment) {
  const tracer = await startTracing(environment, 'sluice-console', tell)
  if (!tracer) return
  Object.assign(globalThis, { sluiceTracer: tracer })
  // Next would end with its last request, and the last spans unsent.
  environment.NEXT_MANUAL_SIG_HANDLE = 'true'
  stopInOrder(() => tracer.close())
}

/**
 * Lets the requests under way end, as Next does, and then what is to be done last.
 * @param {() => Promise<void>} last
 */
function stopInOrder(last) {
  /** @type {import('node:http').Server | undefined} */
  let server
  subscribe('http.server.request.start', (message) => {
    server = /** @type {{ server: import('node:http').Server }} */ (message).server
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await new Promise((done) => (server ? server.close(done) : done(undefined)))
    await last()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** @param {unknown} fault */
function tell(fault) {
  const time = new Date().toISOString()
  const line = fault
    ? { level: 'warn', msg: 'traces cannot be sent: what is too much to wait is dropped' }
    : { level: 'info', msg: 'traces are sent again' }
  const cause = fault instanceof Error ? fault.message : undefined
  process.stderr.write(`${JSON.stringify({ ...line, time, cause })}\n`)
}
