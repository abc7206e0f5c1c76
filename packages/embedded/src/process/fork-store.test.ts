import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../../test/temporary-directory.ts'
import { forkStore } from './fork-store.ts'

const program = `
  process.on('message', () => process.send({ type: 'ready', port: 1, pid: process.pid }))
`

test('a store is killed at once, and killing it again touches no process that may have its number', async () => {
  const directory = temporaryDirectory()
  onTestFinished(() => directory.remove())
  const file = path.join(directory.path, 'store.mjs')
  writeFileSync(file, program)
  const entry = pathToFileURL(file)
  const store = await forkStore({ entry, options: {}, log: () => {}, patienceMs: 10_000 })
  store.kill()
  expect(await store.exited).toMatchObject({ signal: 'SIGKILL' })
  expect(() => store.kill()).not.toThrow()
})
