import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeLock } from './directory-lock.ts'

function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'sluice-lock-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const holder = `
  const { takeLock } = await import(process.argv[1])
  const has = takeLock(process.argv[2]) !== undefined
  // Nobody keeps what it answered.
  gc()
  await new Promise((resolve) => setImmediate(resolve))
  console.log(has ? 'has it' : 'has it not')
  setInterval(() => {}, 1000)
`

/** Another process that takes the lock and keeps it until it is killed. */
async function startHolder(directory: string) {
  const module = new URL('./directory-lock.ts', import.meta.url).href
  const args = ['--expose-gc', '--input-type=module', '--eval', holder, module, directory]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [output] = await once(child.stdout, 'data')
  async function kill() {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { output: String(output).trim(), kill }
}

test('a directory lock has one holder, and can be taken again after its release', () => {
  const directory = temporaryDirectory()
  const lock = takeLock(directory)
  expect(lock).toBeDefined()
  expect(takeLock(directory)).toBeUndefined()
  lock?.release()
  const again = takeLock(directory)
  expect(again).toBeDefined()
  again?.release()
})

test('a directory lock is held until its process is killed, and no longer', async () => {
  const directory = temporaryDirectory()
  const other = await startHolder(directory)
  expect(other.output).toBe('has it')
  expect(takeLock(directory)).toBeUndefined()
  await other.kill()
  const lock = takeLock(directory)
  expect(lock).toBeDefined()
  lock?.release()
})
