import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { connect } from '@sluice/clickhouse'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { hungEngine } from '../../testing/hung-engine.ts'
import type { Writer } from '../writer.ts'
import { openLoggedWriter } from './logged-writer.ts'

let directory: string
let failing = false
let writer: Writer
const client = {
  async exec() {
    if (failing) throw new Error('connection refused')
    return { stream: { toArray: async () => [] } }
  },
} as unknown as ClickHouseClient
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  failing = false
  directory = mkdtempSync(join(tmpdir(), 'sluice-samples-'))
  writer = open(client)
})
afterEach(async () => {
  await writer.close()
  vi.useRealTimers()
  rmSync(directory, { recursive: true })
})

function open(client: ClickHouseClient, above?: bigint): Writer {
  return openLoggedWriter({
    ...{ client, directory, memory: undefined },
    ...{ clock: () => new Date(0), above },
  })
}

const write = (thing = 1) => writeOf(thing, 1n, (samples) => samples.push(1, 0, 1))

const logFiles = () => readdirSync(directory).filter((name) => name.endsWith('.log'))

const logBytes = () =>
  logFiles().reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)

/** Advances time until the condition holds. */
async function until(hasHappened: () => boolean): Promise<void> {
  while (!hasHappened()) {
    vi.advanceTimersByTime(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('the bytes of pending writes include their overhead', async () => {
  failing = true
  await writer.write(write())
  expect(writer.waitingBytes()).toBeGreaterThan(900)
})

it('the log is emptied once ClickHouse is back, without another write', async () => {
  failing = true
  await writer.write(write(1))
  await expect(writer.readBarrier({ organization: 5 })).rejects.toMatchObject({
    code: 'unavailable',
  })
  await writer.write(write(2))
  expect(logBytes()).toBeGreaterThan(0)
  failing = false
  await until(() => writer.waitingBytes() === 0 && logBytes() === 0)
  await expect(writer.readBarrier({ organization: 5 })).resolves.toBeUndefined()
})

it('draining ends while writes continue, without the pause between batches', async () => {
  let ended = false
  let written = 0
  const writing = [1, 2].map(async (thing) => {
    for (; !ended; written += 1) await writer.write(write(thing))
  })
  // No time passes, so a pause between batches would never end.
  for (let i = 0; i < 10; i += 1) await writer.drained()
  expect(written).toBeGreaterThan(2)
  ended = true
  await Promise.all(writing)
  await writer.drained()
  expect(writer.waitingBytes()).toBe(0)
  expect(logBytes()).toBe(0)
})

it('draining fails while ClickHouse is down', async () => {
  failing = true
  await writer.write(write(1))
  const writing = writer.write(write(2))
  await expect(writer.drained()).rejects.toMatchObject({ code: 'unavailable' })
  await writing
})

it('draining adds no files to the log while ClickHouse is down', async () => {
  failing = true
  await writer.write(write(1))
  await expect(writer.drained()).rejects.toMatchObject({ code: 'unavailable' })
  for (let i = 0; i < 10; i += 1) {
    await writer.write(write(2))
    await expect(writer.drained()).rejects.toMatchObject({ code: 'unavailable' })
  }
  expect(logFiles().length).toBeLessThan(4)
  failing = false
  await until(() => writer.waitingBytes() === 0 && logBytes() === 0)
})

it('callers are rejected after fifteen seconds when ClickHouse hangs', async () => {
  await writer.close()
  const engine = await hungEngine()
  const hung = connect({ url: engine.url })
  writer = open(hung)
  const large = () =>
    writeOf(1, 1n, (samples) => {
      for (let row = 0; row < 300_000; row += 1) samples.push(1, row, row)
    })
  for (let i = 0; i < 4; i += 1) await writer.write(large())
  const waiting = [
    ...[1, 2, 3].map((thing) => writer.write(write(thing))),
    writer.write(large()),
    writer.readBarrier({ organization: 5 }),
    writer.drained(),
  ].map((promise) => expect(promise).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 }))
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(15_000)
  await Promise.all(waiting)
  await engine.kill()
  await writer.close()
  await hung.close()
})

it('a second writer of the same log is rejected until the first closes', async () => {
  await writer.write(write())
  expect(() => open(client)).toThrow(`Another process still writes samples through ${directory}.`)
  await writer.write(write(2))
  await writer.close()
  writer = open(client)
  await writer.write(write(3))
})

const version = () => writer.takeVersion({ organization: 5, thing: 1 })

it('versions begin above all used ones, even those no longer logged', async () => {
  expect(await version()).toBe(0n)
  await Promise.all([1, 2, 3].map((thing) => writer.write(write(thing))))
  await writer.close()
  expect(logBytes()).toBe(0)
  writer = open(client)
  expect(await version()).toBeGreaterThan(3n)
})

it('versions begin above those that erasures and rollups took, even if nothing was written since', async () => {
  for (const above of [undefined, 1_000n]) {
    await writer.close()
    writer = open(client, above)
    const taken = await Promise.all([version(), version()])
    await writer.close()
    writer = open(client)
    expect(await version()).toBeGreaterThan(taken[1])
  }
})

it('hands out no version that is not persisted', async () => {
  rmSync(directory, { recursive: true })
  await expect(version()).rejects.toMatchObject({ code: 'unavailable' })
  mkdirSync(directory)
  await expect(version()).resolves.toBeGreaterThan(0n)
})

it('without a version mark, versions begin above those in the log', async () => {
  failing = true
  for (const thing of [1, 2, 3]) await writer.write(write(thing))
  await writer.close()
  rmSync(join(directory, 'ceiling'))
  writer = open(client)
  expect(await version()).toBe(3n)
})

it('versions begin above those of a log that nodes shared before', async () => {
  await writer.close()
  writer = open(client, 1_000n)
  expect(await version()).toBe(1_000n)
})

it('closing leaves nothing in the log', async () => {
  for (const thing of [1, 2, 3]) await writer.write(write(thing))
  await writer.close()
  expect(logBytes()).toBe(0)
})
