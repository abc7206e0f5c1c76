import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { alone } from './alone.mjs'

const module = fileURLToPath(new URL('./run-alone.mjs', import.meta.url))
const nobody = () => expect.fail('there is nobody to wait for')

function start(folder: string, program: string) {
  const child = fork(module, [folder, process.execPath, '--eval', program], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a program runs when the folder is free, and its exit code is passed on', async () => {
  const folder = `/nowhere/${randomUUID()}`
  const first = Promise.withResolvers<void>()
  const other = alone(folder, () => first.promise, nobody)
  const child = start(folder, 'process.exit(7)')
  const exited = once(child, 'exit')
  expect(await once(child, 'message')).toContain('waiting')
  first.resolve()
  await other
  expect(await exited).toEqual([7, null])
})

test('a program ends, its children included, when whoever started it is gone', async () => {
  const folder = `/nowhere/${randomUUID()}`
  // Its output ends when the last of them has ended.
  const wait = 'setInterval(() => {}, 1000)'
  const child = start(
    folder,
    `process.getBuiltinModule('child_process').spawn(process.execPath, ['-e', "console.log(1);${wait}"], { stdio: 'inherit' });${wait}`,
  )
  const output = child.stdout
  if (!output) throw new Error('no output')
  const chunks = output.setEncoding('utf8').iterator()
  expect((await chunks.next()).value).toBe('1\n')
  child.disconnect()
  expect((await chunks.next()).done).toBe(true)
})

test('what waits for its turn ends at once when it is told to', async () => {
  const folder = `/nowhere/${randomUUID()}`
  const first = Promise.withResolvers<void>()
  const other = alone(folder, () => first.promise, nobody)
  const child = start(folder, '')
  await once(child, 'message')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([1, null])
  first.resolve()
  await other
})
