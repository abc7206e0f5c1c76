/** What only a process of its own shows: signals, and outputs that nobody reads. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const main = join(import.meta.dirname, 'main.ts')

function run(...args: string[]) {
  const env = { ...process.env, SLUICE_KEY: 'svcex_of_a_test' }
  const child = spawn(process.execPath, [main, ...args], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const frame = '{"thingId":"a","timestamp":1,"values":{"t":1}}\n'
const stored = JSON.stringify({ accepted: 1, rejected: 0, errors: [], things: [] })

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'data send that gets a %s sends what it has read, and exits with %i',
  async (signal, exitCode) => {
    const bodies: string[] = []
    let asked = () => {}
    const first = new Promise<void>((resolve) => {
      asked = resolve
    })
    const url = await serve(async (request, response) => {
      bodies.push(await text(request))
      asked()
      response.setHeader('Content-Type', 'application/json')
      setTimeout(() => response.end(stored), 200)
    })
    const child = run('data', 'send', '--url', url)
    child.stdin.write(frame)
    await first
    child.stdin.write(frame)
    child.kill(signal)
    const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect(code).toBe(exitCode)
    expect(stderr).toContain(`Ended by ${signal}.`)
    expect(stderr).toContain(`${bodies.length} samples of ${bodies.length} frames are stored`)
  },
)

test('a second signal ends data send at once, and it tells what may not be stored', async () => {
  let asked = () => {}
  const first = new Promise<void>((resolve) => {
    asked = resolve
  })
  const url = await serve(() => asked())
  const child = run('data', 'send', '--url', url)
  child.stdin.write(frame)
  await first
  child.kill('SIGINT')
  // Sooner it would be taken for the same wish.
  await new Promise((resolve) => setTimeout(resolve, 1200))
  child.kill('SIGINT')
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect([code, stderr]).toEqual([130, expect.stringContaining('1 may not be stored')])
})

test('data send ends when the service refuses it, though its input stays open', async () => {
  const url = await serve((_, response) => void response.writeHead(401).end('{}'))
  const child = run('data', 'send', '--url', url)
  child.stdin.write(frame)
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect([code, stderr]).toEqual([1, expect.stringContaining('1 may not be stored')])
})

test('a verb whose output nobody reads still ends with its result', async () => {
  const refused = JSON.stringify({ accepted: 0, rejected: 1, errors: [], things: [] })
  const url = await serve((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'application/json')
    response.end(refused)
  })
  const child = run('data', 'send', '--url', url)
  child.stdout.destroy()
  child.stdin.end(frame)
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect([code, stderr]).toEqual([1, '1 samples were refused.\n'])
})

test('a failure that nobody reads keeps its exit code', async () => {
  const child = run('nonsense')
  child.stderr.destroy()
  const [code] = await once(child, 'exit')
  expect(code).toBe(2)
})

test('data tail ends when nobody reads it', async () => {
  let calls = 0
  const url = await serve((_, response) => {
    calls += 1
    const t = { timestamp: '2026-06-01T10:00:00Z', value: calls }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ byThing: { a: { t } } }))
  })
  const child = run('data', 'tail', 'a', '--every', '1', '--url', url)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.runIf(existsSync('/dev/full'))('output that cannot be written fails', async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [main, 'completion', 'bash'], {
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr as Readable)])
  expect([code, stderr]).toEqual([1, 'The output cannot be written (ENOSPC).\n'])
})
