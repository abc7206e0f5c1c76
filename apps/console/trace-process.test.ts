import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { receiveSpans } from '@sluice/tracing/testing'
import { expect, test } from 'vitest'

/** A server as Next's, which answers by what main.mjs has put there; it tells where it listens. */
const program = `
  import { createServer } from 'node:http'
  import { traceProcess } from './trace-process.mjs'
  await traceProcess(process.env)
  const { sluiceTracer: tracer } = globalThis
  const part = async () => process.env.NEXT_MANUAL_SIG_HANDLE ?? 'no tracer'
  const server = createServer(async (_, answer) =>
    answer.end(await (tracer?.part({ name: 'answer', attributes: {} }, part) ?? part())))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** Starts the server, asks it once and stops it right then. */
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

test('where it is requested, a process is traced to its end', async () => {
  const receiver = await receiveSpans()
  const stopped = await askAndStop({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url })
  expect(stopped).toEqual({ text: 'true', code: 0, signal: null })
  expect(receiver.spans()).toMatchObject([{ name: 'answer', service: 'sluice-console' }])
  receiver.close()
})

test('elsewhere nothing changes, and Next ends the process', async () => {
  expect(await askAndStop({})).toEqual({ text: 'no tracer', code: null, signal: 'SIGTERM' })
})
