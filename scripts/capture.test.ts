import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { capture } from './capture.mjs'

const module = fileURLToPath(new URL('./capture.mjs', import.meta.url))

test('what a program prints and its exit code are given back', async () => {
  const program = `console.log('out'); console.error('err'); process.exitCode = 3`
  const { code, output } = await capture(process.execPath, ['--eval', program])
  expect({ code, lines: output.split('\n').sort() }).toEqual({ code: 3, lines: ['err', 'out'] })
})

test('a program that is not there or was killed is told as such', async () => {
  expect(await capture('/nowhere/npm', [])).toEqual({
    code: 1,
    output: 'spawn /nowhere/npm ENOENT',
  })
  const program = `process.kill(process.pid, 'SIGKILL')`
  expect(await capture(process.execPath, ['--eval', program])).toEqual({
    code: 1,
    output: 'It was ended by SIGKILL.',
  })
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a program ends when its start gets %s',
  async (signal) => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const start = `
    const { capture } = await import(${JSON.stringify(module)})
    await capture(process.execPath, ['--eval', "require('net').connect(${port}, '127.0.0.1')"])`
    const connected = once(server, 'connection')
    const child = spawn(process.execPath, ['--input-type=module', '--eval', start])
    onTestFinished(() => void child.kill('SIGKILL'))
    const [socket] = (await connected) as [Socket]
    const closed = once(
      socket.on('error', () => {}),
      'close',
    )
    child.kill(signal)
    await closed
    expect(socket.destroyed).toBe(true)
  },
)
