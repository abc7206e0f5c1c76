import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { takeLock } from './lock.ts'

const holder = `
  const { takeLock } = await import(process.argv[1])
  console.log(takeLock(process.argv[2]) ? 'has it' : 'has it not')
  setInterval(() => {}, 1000)
`

/** Another process that takes the lock and keeps it until it is killed. */
async function startHolder(dataDir: string) {
  const module = new URL('./lock.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', holder, module, dataDir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [output] = await once(child.stdout, 'data')
  async function kill() {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { output: String(output).trim(), kill }
}

test('one at a time, and again after release', () => {
  const dataDir = temporaryDirectory()
  const lock = takeLock(dataDir)
  expect(lock).toBeDefined()
  expect(takeLock(dataDir)).toBeUndefined()
  lock?.release()
  const again = takeLock(dataDir)
  expect(again).toBeDefined()
  again?.release()
})

test('a killed process leaves no lock behind', async () => {
  const dataDir = temporaryDirectory()
  const other = await startHolder(dataDir)
  expect(other.output).toBe('has it')
  expect(takeLock(dataDir)).toBeUndefined()
  await other.kill()
  const lock = takeLock(dataDir)
  expect(lock).toBeDefined()
  lock?.release()
})
