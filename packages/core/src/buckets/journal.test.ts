import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Journal, openJournal } from './journal.ts'
import { memoryBuckets } from './memory-store.ts'
import type { BucketStore, Draw } from './store.ts'
import { bucketStoreCases } from './testing/store-cases.ts'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-buckets-'))
  path = join(directory, 'data', 'buckets.jsonl')
})
afterEach(() => rmSync(directory, { recursive: true }))

let now = Date.parse('2026-06-01T12:00:00Z')
const limit = { perMinute: 600, burst: 1000 }
const draw: Draw = { organization: 'acme', tier: 'standard', limit, key: 'k', share: undefined }
const shared: Draw = { ...draw, share: { perMinute: 300, burst: 500 } }

/** A process's life: nothing but the file is common to two. */
const begin = () => memoryBuckets(() => new Date(now), { journal: openJournal(path) })

async function spend(store: BucketStore, units: number, wanted = draw) {
  for (let i = 0; i < units; i += 1) await store.take(wanted)
}

bucketStoreCases(
  'kept in a file',
  (clock) => memoryBuckets(clock, { journal: openJournal(`${path}-${Math.random()}`) }),
  { runs: 20 },
)

describe('after a crash', () => {
  test('no bucket is fuller than it was, and none has lost more than a twentieth', async () => {
    for (const units of [1, 49, 50, 51, 400, 999]) {
      rmSync(path, { force: true })
      const before = begin()
      await spend(before, units, shared)
      await before.giveBack(shared)
      const [was, found] = [await before.look(shared), await begin().look(shared)]
      for (const kind of ['tier', 'failures', 'share'] as const) {
        const [most, kept] = [was[kind] ?? 0, found[kind] ?? 0]
        expect(kept, `${kind} after ${units}`).toBeLessThanOrEqual(most)
        expect(kept, `${kind} after ${units}`).toBeGreaterThanOrEqual(most - 52)
      }
    }
  })

  test('no bucket is fuller than it was, however time and spending took turns', async () => {
    const store = begin()
    for (const [seconds, units] of [
      [0, 500],
      [30, 200],
      [1, 40],
      [10, 300],
      [200, 10],
      [3, 700],
    ] as const) {
      now += seconds * 1000
      await spend(store, units, shared)
      const [was, found] = [await store.look(shared), await begin().look(shared)]
      for (const kind of ['tier', 'share'] as const) {
        const [most, kept] = [was[kind] ?? 0, found[kind] ?? 0]
        expect(kept, `${kind} after ${seconds} s`).toBeLessThanOrEqual(most + 1e-6)
        expect(kept, `${kind} after ${seconds} s`).toBeGreaterThanOrEqual(most - 52)
      }
    }
  })

  test('a burst that was lowered for a while is not given back', async () => {
    const before = begin()
    await spend(before, 1)
    await before.look({ ...draw, limit: { perMinute: 600, burst: 100 } })
    expect((await before.look(draw)).tier).toBe(100)
    expect((await begin().look(draw)).tier).toBeLessThanOrEqual(100)
  })

  test('time refills what it would have, and no more', async () => {
    const before = begin()
    await spend(before, 1000)
    now += 10_000
    const after = begin()
    expect((await after.look(draw)).tier).toBeLessThanOrEqual((await before.look(draw)).tier)
    now += 1_000_000
    expect((await begin().look(draw)).tier).toBe(1000)
  })

  test('crash after crash never admits more than the bucket gives', async () => {
    let admitted = 0
    for (let life = 0; life < 20; life += 1) {
      const store = begin()
      for (let i = 0; i < 90; i += 1) {
        if ((await store.take(draw)).refusedBy === undefined) admitted += 1
      }
    }
    expect(admitted).toBeLessThanOrEqual(1000)
    expect(admitted).toBeGreaterThan(700)
  })

  test('figures that were lowered are not refilled at the old ones', async () => {
    const before = begin()
    await spend(before, 1000)
    const low = { ...draw, limit: { perMinute: 6, burst: 1000 } }
    await before.take(low)
    now += 60_000
    expect((await begin().look(low)).tier).toBeLessThanOrEqual(6)
  })

  test('a line that was cut off is left out', async () => {
    await spend(begin(), 500)
    appendFileSync(path, '["acme","standard","tier",1000,')
    const { tier } = await begin().look(draw)
    expect(tier).toBeLessThanOrEqual(500)
    expect(tier).toBeGreaterThan(440)
  })

  test('kill -9 in the middle of it', async () => {
    const child = fork(new URL('./testing/spender.ts', import.meta.url), [path], {
      execArgv: process.execArgv.filter((flag) => !flag.startsWith('--inspect')),
    })
    let admitted = 0
    child.on('message', (count: number) => {
      admitted = count
      if (count > 300) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const { tier } = await memoryBuckets(() => new Date(0), { journal: openJournal(path) }).look(
      draw,
    )
    expect(admitted).toBeGreaterThan(300)
    expect(tier).toBeLessThanOrEqual(1000 - admitted)
  })
})

test('what an older version kept of failures, of no key in particular, is left out', async () => {
  await begin().close()
  appendFileSync(path, `["acme","standard","failures",-5,${now},600,1000]\n`)
  expect(await begin().look(draw)).toEqual({ tier: 1000, share: undefined, failures: 1000 })
})

describe('after a clean stop', () => {
  test('every bucket is exactly as it was', async () => {
    const before = begin()
    await spend(before, 333, shared)
    await before.giveBack(shared)
    const was = await before.look(shared)
    await before.close()
    expect(await begin().look(shared)).toEqual(was)
  })
})

describe('the file', () => {
  test('is written once in a twentieth of the burst, and nobody else reads it', async () => {
    await spend(begin(), 1000)
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThan(25)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is written anew when it is long, and says the same', async () => {
    let long = false
    const journal: Journal = { ...openJournal(path), isLong: () => long }
    const store = memoryBuckets(() => new Date(now), { journal })
    for (let i = 0; i < 200; i += 1) await store.take({ ...draw, organization: `o${i % 5}` })
    const before = readFileSync(path, 'utf8').split('\n').length
    long = true
    await store.take({ ...draw, organization: 'one-more' })
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThanOrEqual(before + 1)
    const found = await begin().look({ ...draw, organization: 'o3' })
    expect(found.tier).toBeLessThanOrEqual(960)
    expect(found.tier).toBeGreaterThan(900)
  })

  test('has nothing of buckets that were full when they were looked through', async () => {
    const store = memoryBuckets(() => new Date(now), { journal: openJournal(path), capacity: 2 })
    for (let i = 0; i < 50; i += 1) {
      now += 1000
      await store.take({ ...draw, organization: `o${i}` })
    }
    await store.close()
    expect(openJournal(path).read().length).toBeLessThan(5)
  })

  test('that cannot be written is told of once, and requests are served', async () => {
    const faults: unknown[] = []
    const journal: Journal = {
      ...openJournal(path),
      append: () => {
        throw new Error('ENOSPC')
      },
    }
    const store = memoryBuckets(() => new Date(now), {
      journal,
      onFault: (cause) => faults.push(cause),
    })
    await spend(store, 200)
    expect((await store.look(draw)).tier).toBe(800)
    expect(faults).toHaveLength(1)
  })
})
