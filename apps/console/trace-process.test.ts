import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { receiveSpans } from '@sluice/tracing/testing'
import { expect, test } from 'vitest'

/** A server like Next's, which uses the tracer that main.mjs has opened and prints its port. */
const program = `
  import { createServer } from 'node:http'
  import { stopInOrder } from './stop-in-order.mjs'
  import { traceProcess } from './trace-process.mjs'
  const opened = await traceProcess(process.env)
  stopInOrder(process.env, [{ name: 'traces', take: async () => opened?.close() }])
  const { sluiceTracer: tracer } = globalThis
  const part = async () => (tracer ? 'traced' : 'no tracer')
  const server = createServer(async (_, answer) =>
    answer.end(await (tracer?.part({ name: 'answer', attributes: {} }, part) ?? part())))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** Starts the server, makes one request and stops it at once. */
async function askAndStop(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [port] = await once(child.stdout, 'data')
  const answer = await fetch(`http://127.0.0.1:${String(port).trim()}`)
  const text = await answer.text()
  child.kill('SIGTERM')
  const [code, signal] = await ended
  return { text, code, signal }
}

test('a process configured for tracing exports its spans before it ends', async () => {
  const receiver = await receiveSpans()
  const stopped = await askAndStop({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url })
  expect(stopped).toEqual({ text: 'traced', code: 0, signal: null })
  expect(receiver.spans()).toMatchObject([{ name: 'answer', service: 'sluice-console' }])
  receiver.close()
})

test('a process without tracing has no tracer', async () => {
  expect(await askAndStop({})).toEqual({ text: 'no tracer', code: 0, signal: null })
})
