import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** A server as Next's, and a step that is taken when it stops. */
const program = (work: string) => `
  import { createServer } from 'node:http'
  import { stopInOrder } from './stop-in-order.mjs'
  stopInOrder(process.env, [
    { name: 'background work', take: ${work} },
    { name: 'traces', take: async () => console.log('traces sent') },
  ], 100)
  const server = createServer((_, answer) => answer.end(process.env.NEXT_MANUAL_SIG_HANDLE))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** Starts the server, calls it once and stops it right then. */
async function callAndStop(work: string, signal: NodeJS.Signals = 'SIGTERM') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(work)], {
    cwd: import.meta.dirname,
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const faults = text(child.stderr)
  const [port] = await once(child.stdout, 'data')
  const rest = text(child.stdout)
  const answer = await fetch(`http://127.0.0.1:${String(port).trim()}`)
  const answered = await answer.text()
  child.kill(signal)
  const [code] = await ended
  return { answered, code, said: (await rest).trim().split('\n'), faults: await faults }
}

test('a stopping console finishes its background work before its last step', async () => {
  const work = `() => new Promise(setImmediate).then(() => console.log('mail sent'))`
  const stopped = await callAndStop(work)
  const said = ['mail sent', 'traces sent']
  expect(stopped).toEqual({ answered: 'true', code: 0, said, faults: '' })
})

test('a stopping console gives up background work that does not end, and says so', async () => {
  const { code, said, faults } = await callAndStop('() => new Promise(() => {})', 'SIGINT')
  expect([code, said]).toEqual([0, ['traces sent']])
  expect(JSON.parse(faults)).toMatchObject({
    level: 'warn',
    message: 'stopping: background work did not end in order, and may be lost',
  })
})

test('a step that fails keeps a stopping console from nothing', async () => {
  const { code, said, faults } = await callAndStop(`async () => { throw new Error('secret') }`)
  expect([code, said]).toEqual([0, ['traces sent']])
  expect(faults).not.toContain('secret')
})
