import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { freePort } from '@sluice/embedded'
import { takeLock } from '@sluice/runtime/directory-lock'
import { expect, test } from 'vitest'
import { readRuntime, runtimePath, writeRuntime } from '../data/runtime.ts'
import { readEnvironment } from '../environment.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { claim } from './claim.ts'
import { sampleLog } from './sample-log.ts'

async function claimOn(apiPort: number, dataDir: string, pause = async () => {}) {
  const notes: string[] = []
  const environment = readEnvironment({
    API_PORT: String(apiPort),
    CONSOLE_PORT: String(await freePort()),
  })
  const note = (line: string) => void notes.push(line.trim())
  return { notes, claimed: claim({ dataDir, environment, note, pause }) }
}

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test('a second start on the same data fails and names the first one', async () => {
  const dataDir = temporaryDirectory()
  const port = await freePort()
  const { claimed } = await claimOn(port, dataDir)
  const first = await claimed
  const second = await claimOn(await freePort(), dataDir)
  await expect(second.claimed).rejects.toThrow(
    new RegExp(
      `already runs on .* \\(process ${process.pid}\\): .* API http://127.0.0.1:${port}\\.`,
    ),
  )
  expect(readRuntime(dataDir)?.pid).toBe(process.pid)
  first.release()
})

test('a start on a taken port fails and leaves no files behind', async () => {
  const dataDir = temporaryDirectory()
  const { server, port } = await listening()
  const taken = await claimOn(port, dataDir)
  await expect(taken.claimed).rejects.toThrow(`Port ${port}`)
  expect(existsSync(runtimePath(dataDir))).toBe(false)
  server.close()
  const { claimed } = await claimOn(await freePort(), dataDir)
  const lock = await claimed
  lock.release()
})

test('after a killed run, a start waits for an API that still flushes samples', async () => {
  const dataDir = temporaryDirectory()
  writeRuntime(dataDir, { pid: 1, apiUrl: 'http://old.example', consoleUrl: 'http://old.example' })
  const directory = sampleLog({ dataDir })
  mkdirSync(directory)
  const left = takeLock(directory)
  const { notes, claimed } = await claimOn(await freePort(), dataDir, async () => left?.release())
  const lock = await claimed
  expect(notes).toEqual(['Waiting for processes of an earlier run to end'])
  lock.release()
})

test('a start fails while another API writes to the same log', async () => {
  const dataDir = temporaryDirectory()
  const directory = sampleLog({ dataDir })
  mkdirSync(directory)
  const other = takeLock(directory)
  const { claimed } = await claimOn(await freePort(), dataDir)
  await expect(claimed).rejects.toThrow(`Another process still writes samples through ${directory}`)
  other?.release()
})

test('after a killed run, a start waits for its remaining processes', async () => {
  const dataDir = temporaryDirectory()
  writeRuntime(dataDir, { pid: 1, apiUrl: 'http://old.example', consoleUrl: 'http://old.example' })
  const { server, port } = await listening()
  const { notes, claimed } = await claimOn(port, dataDir, async () => {
    server.close()
    await once(server, 'close')
  })
  const lock = await claimed
  expect(notes).toEqual(['Waiting for processes of an earlier run to end'])
  lock.release()
})
