import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
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

/** A new process, which shares nothing but the file with the one before. */
const begin = () => memoryBuckets(() => now, { journal: openJournal(path) })

const linesIn = () => readFileSync(path, 'utf8').split('\n').filter(Boolean)

async function spend(store: BucketStore, units: number, wanted = draw) {
  for (let i = 0; i < units; i += 1) await store.take(wanted)
}

bucketStoreCases(
  'in a file',
  (clock) => memoryBuckets(clock, { journal: openJournal(`${path}-${Math.random()}`) }),
  { runs: 20 },
)

describe('the bucket journal after a crash', () => {
  test('restores no more than was left and loses at most a twentieth', async () => {
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

  test('restores no more than was left, however refills and spending alternate', async () => {
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

  test('does not restore tokens cut by a temporarily lower burst', async () => {
    const before = begin()
    await spend(before, 1)
    await before.take({ ...draw, limit: { perMinute: 600, burst: 100 } })
    expect((await before.look(draw)).tier).toBe(99)
    expect((await begin().look(draw)).tier).toBeLessThanOrEqual(99)
  })

  test('refills for the time that passed, and no more', async () => {
    const before = begin()
    await spend(before, 1000)
    now += 10_000
    const after = begin()
    expect((await after.look(draw)).tier).toBeLessThanOrEqual((await before.look(draw)).tier)
    now += 1_000_000
    expect((await begin().look(draw)).tier).toBe(1000)
  })

  test('refills from the restart if the clock was set back meanwhile', async () => {
    await spend(begin(), 1000)
    now -= 3_600_000
    const after = begin()
    now += 10_000
    expect((await after.look(draw)).tier).toBeGreaterThanOrEqual(50)
    expect((await after.look(draw)).tier).toBeLessThanOrEqual(100)
  })

  test('never admits more than the bucket over repeated crashes', async () => {
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

  test('refills at a lowered rate, not at the old one', async () => {
    const before = begin()
    await spend(before, 1000)
    const low = { ...draw, limit: { perMinute: 6, burst: 1000 } }
    await before.take(low)
    now += 60_000
    expect((await begin().look(low)).tier).toBeLessThanOrEqual(6)
  })

  test('ignores a truncated line', async () => {
    await spend(begin(), 500)
    appendFileSync(path, '["acme","standard","tier",1000,')
    const { tier } = await begin().look(draw)
    expect(tier).toBeLessThanOrEqual(500)
    expect(tier).toBeGreaterThan(440)
  })

  test('reads the entry after a truncated line', async () => {
    await spend(begin(), 500)
    appendFileSync(path, '["acme","standard","tier",1000,')
    const journal = openJournal(path)
    const entry = {
      organization: 'acme',
      tier: 'standard',
      bucket: 'tier',
      tokens: 7,
      at: now,
      limit,
    }
    journal.append(entry)
    journal.close()
    expect(openJournal(path).read()).toContainEqual(entry)
  })

  test('restores no more than was left when the process is killed during writes', async () => {
    const child = fork(new URL('./testing/spender.ts', import.meta.url), [path], {
      execArgv: process.execArgv.filter((flag) => !flag.startsWith('--inspect')),
    })
    let admitted = 0
    child.on('message', (count: number) => {
      admitted = count
      if (count > 300) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const { tier } = await memoryBuckets(() => 0, { journal: openJournal(path) }).look(draw)
    expect(admitted).toBeGreaterThan(300)
    expect(tier).toBeLessThanOrEqual(1000 - admitted)
  })
})

test('the bucket journal ignores failures without a key, written by an older version', async () => {
  await begin().close()
  appendFileSync(path, `["acme","standard","failures",-5,${now},600,1000]\n`)
  expect(await begin().look(draw)).toEqual({ tier: 1000, share: undefined, failures: 1000 })
})

describe('the bucket journal after a clean stop', () => {
  test('restores every bucket exactly', async () => {
    const before = begin()
    await spend(before, 333, shared)
    await before.giveBack(shared)
    const was = await before.look(shared)
    await before.close()
    expect(await begin().look(shared)).toEqual(was)
  })

  test('restores a full bucket of a tier next to a key’s smaller ones', async () => {
    const small: Draw = { ...draw, share: { perMinute: 6, burst: 10 } }
    const before = begin()
    await before.take(small)
    await before.giveBack(small)
    await before.close()
    const after = begin()
    expect(await after.look(small)).toEqual({ tier: 1000, share: 10, failures: 9 })
    expect(await after.take(small)).toMatchObject({ tier: 999, share: 9, failures: 9 })
    // Even if that process ends before any call.
    await begin().close()
    expect(await begin().look(small)).toMatchObject({ failures: 9 })
  })
})

describe('the journal file', () => {
  test('forgets the buckets of keys once these are full again', async () => {
    const store = begin()
    for (let i = 0; i < 50; i += 1) {
      const one = { ...shared, key: `job-${i}` }
      await store.take(one)
      await store.giveBack(one)
    }
    now += 3_600_000
    await spend(store, 1)
    await store.close()
    const lines = linesIn()
    expect(lines).toHaveLength(1)
    const again = begin()
    expect(await again.look({ ...shared, key: 'job-1' })).toMatchObject({ share: 500 })
    expect((await again.look(draw)).tier).toBe(999)
    await again.close()
  })

  test('is written once per twentieth of the burst and readable by its owner only', async () => {
    await spend(begin(), 1000)
    const lines = linesIn()
    expect(lines.length).toBeLessThan(25)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is compacted when it is long, without losing levels', async () => {
    let long = false
    const journal: Journal = { ...openJournal(path), isLong: () => long }
    const store = memoryBuckets(() => now, { journal })
    for (let i = 0; i < 200; i += 1) await store.take({ ...draw, organization: `o${i % 5}` })
    const before = linesIn().length
    long = true
    await store.take({ ...draw, organization: 'one-more' })
    expect(linesIn().length).toBeLessThanOrEqual(before + 1)
    const found = await begin().look({ ...draw, organization: 'o3' })
    expect(found.tier).toBeLessThanOrEqual(960)
    expect(found.tier).toBeGreaterThan(900)
  })

  test('omits buckets that a sweep found full', async () => {
    const store = memoryBuckets(() => now, { journal: openJournal(path), capacity: 2 })
    for (let i = 0; i < 50; i += 1) {
      now += 1000
      await store.take({ ...draw, organization: `o${i}` })
    }
    await store.close()
    expect(openJournal(path).read().length).toBeLessThan(5)
  })

  test('that cannot be written is reported once, until it can be again; requests are admitted', async () => {
    const faults: unknown[] = []
    const full = new Error('ENOSPC')
    let isFull = true
    const opened = openJournal(path)
    const journal: Journal = {
      ...opened,
      append: (entry) => {
        if (isFull) throw full
        opened.append(entry)
      },
    }
    const store = memoryBuckets(() => now, {
      journal,
      onFault: (cause) => faults.push(cause),
    })
    await spend(store, 200)
    expect((await store.look(draw)).tier).toBe(800)
    expect(faults).toEqual([full])
    expect(store.fault()).toBe(full)
    isFull = false
    await spend(store, 200)
    expect(faults).toEqual([full, undefined])
    expect(store.fault()).toBeUndefined()
  })

  test('is long once 4 MiB were appended, and no more when it was written anew', () => {
    const journal = openJournal(path)
    const entry = { organization: 'x'.repeat(1024 * 1024), tier: 't', bucket: 'tier', tokens: 1 }
    const append = () => journal.append({ ...entry, at: now, limit })
    for (let i = 0; i < 3; i += 1) append()
    expect(journal.isLong()).toBe(false)
    append()
    expect(journal.isLong()).toBe(true)
    journal.replace([{ ...entry, organization: 'acme', at: now, limit }])
    expect(journal.isLong()).toBe(false)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(journal.read().map(({ organization }) => organization)).toEqual(['acme'])
    journal.close()
  })

  test('that cannot be written anew is appended to, and not tried again at each entry', () => {
    const journal = openJournal(path)
    const entry = { organization: 'acme', tier: 't', bucket: 'tier', tokens: 1, at: now, limit }
    for (let i = 0; i < 5; i += 1) {
      journal.append({ ...entry, organization: 'x'.repeat(1024 * 1024) })
    }
    mkdirSync(`${path}.next`)
    expect(() => journal.replace([entry])).toThrow('EISDIR')
    expect(journal.isLong()).toBe(false)
    journal.append(entry)
    expect(journal.read()).toContainEqual(entry)
    journal.close()
  })

  test('has no more than was left after an entry could not be written', async () => {
    let isFull = true
    const opened = openJournal(path)
    const journal: Journal = {
      ...opened,
      append: (entry) => {
        if (isFull) throw new Error('ENOSPC')
        opened.append(entry)
      },
    }
    const store = memoryBuckets(() => now, { journal })
    const other = { ...draw, organization: 'other' }
    await spend(store, 1)
    await spend(store, 500, other)
    isFull = false
    await spend(store, 60)
    const after = begin()
    expect((await after.look(draw)).tier).toBeLessThanOrEqual(939)
    expect((await after.look(other)).tier).toBeLessThanOrEqual(500)
  })

  test.each([
    ['a text for a number', '["acme","standard","tier","7",0,600,1000]'],
    ['too few numbers', '["acme","standard","tier",7,0,600]'],
    ['no JSON', 'acme'],
    ['no list', '7'],
  ])('is read without a line that has %s', (_what, line) => {
    const journal = openJournal(path)
    appendFileSync(path, `${line}\n["acme","standard","tier",7,0,600,1000]\n`)
    expect(journal.read()).toEqual([
      { organization: 'acme', tier: 'standard', bucket: 'tier', tokens: 7, at: 0, limit },
    ])
    journal.close()
  })
})
