import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { migrateStore } from '@sluice/clickhouse'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { openSampleStore } from '../../open-store.ts'
import { telemetrySteps } from '../../schema.ts'
import type { SampleStore } from '../../store.ts'
import { sampleAt } from '../../testing/blocks.ts'

let root: string
/** The log that the processes of a test share. */
let directory: string
const opened: SampleStore[] = []
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sluice-samples-'))
  directory = join(root, '0')
  await migrateStore({ url: inject('clickhouseUrl') }, telemetrySteps)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
  rmSync(root, { recursive: true })
})

function open(url = inject('clickhouseUrl'), clock = () => new Date()) {
  const onFault = (cause: unknown) => void faults.push(cause)
  const faults: unknown[] = []
  const store = openSampleStore({
    ...{ url, clock, sampleWriter: { kind: 'this', log: directory } },
    onSampleLog: onFault,
  })
  opened.push(store)
  return { store, faults }
}

/** As after a crash: the previous process is not closed, so the next one gets a copy of the disk. */
function openAfterCrash() {
  const left = directory
  directory = join(root, String(opened.length))
  cpSync(left, directory, { recursive: true, filter: (path) => basename(path) !== 'lock' })
  return open()
}

/** A port of this machine that refuses connections. */
async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
}

const newThing = () => ({ organization: Math.floor(Math.random() * 2 ** 31), thing: 7 })

const sampleOf = (value: number | string, time = 10) => sampleAt(time, value)

async function read(
  { store }: ReturnType<typeof open>,
  { organization, thing }: ReturnType<typeof newThing>,
) {
  await store.readBarrier({ organization })
  const found = await store.query(
    `SELECT number, text FROM samples FINAL
     WHERE organization = {organization:UInt32} AND thing = {thing:UInt32} ORDER BY time`,
    { organization, thing },
  )
  const latest = (await store.latest(organization, [thing])).get(thing)?.get(1)
  return { found, latest: latest && { number: latest.number, text: latest.text } }
}

const logBytes = () =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.log'))
    .reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)

it('samples acknowledged while ClickHouse was down are stored by the next process', async () => {
  const thing = newThing()
  const before = open(await deadUrl())
  await before.store.write(thing, sampleOf(1))
  await before.store.write(thing, sampleOf('two', 20))
  expect(before.store.figures().waitingBytes).toBeGreaterThan(0)
  await expect(
    before.store.readBarrier({ organization: thing.organization }),
  ).rejects.toMatchObject({
    code: 'unavailable',
  })
  // Read barriers of other things and ranges do not wait for the log.
  await before.store.readBarrier({ ...thing, things: [8] })
  await before.store.readBarrier({ ...thing, things: [7], range: { from: 21, to: 30 } })
  expect(before.faults).toHaveLength(1)
  await expect(before.store.latest(thing.organization, [7])).rejects.toMatchObject({
    code: 'unavailable',
  })
  await expect(
    before.store.erase({ ...thing, metrics: undefined, from: 0, to: 100 }),
  ).rejects.toMatchObject({ code: 'unavailable' })
  await before.store.close()

  const after = open()
  expect(await read(after, thing)).toEqual({
    ...{
      found: [
        [1, ''],
        [null, 'two'],
      ],
      latest: { number: null, text: 'two' },
    },
  })
  expect(after.store.figures().waitingBytes).toBe(0)
  expect(logBytes()).toBe(0)
})

it('samples replayed after a crash do not overwrite later ones', async () => {
  const thing = newThing()
  const before = open(await deadUrl())
  await before.store.write(thing, sampleOf(1))
  const after = openAfterCrash()
  await after.store.write(thing, sampleOf(2))
  expect(await read(after, thing)).toEqual({ found: [[2, '']], latest: { number: 2, text: '' } })
})

it.each([
  ['left in the log', deadUrl],
  ['stored', async () => inject('clickhouseUrl')],
])('after the clock went back, new samples win over those %s before', async (_, url) => {
  const thing = newThing()
  const before = open(await url())
  await before.store.write(thing, sampleOf(1))
  await before.store.close()
  const after = open(undefined, () => new Date(Date.now() - 3_600_000))
  await after.store.write(thing, sampleOf(2))
  expect(await read(after, thing)).toEqual({ found: [[2, '']], latest: { number: 2, text: '' } })
})

it('an erasure that finishes after the clock went back spares samples written since', async () => {
  const thing = newThing()
  const before = open(undefined, () => new Date(Date.now() + 7_200_000))
  const below = await before.store.takeVersion(thing)
  await before.store.close()
  const after = open()
  await after.store.write(thing, sampleOf(2))
  await after.store.erase({ ...thing, metrics: undefined, from: 0, to: 100, below })
  expect(await read(after, thing)).toEqual({ found: [[2, '']], latest: { number: 2, text: '' } })
})

it('erased samples do not come back after a crash', async () => {
  const thing = newThing()
  const { store } = open()
  await store.write(thing, sampleOf(1))
  await store.erase({ ...thing, metrics: undefined, from: 0, to: 100 })
  expect(logBytes()).toBe(0)
  expect(await read(openAfterCrash(), thing)).toEqual({ found: [], latest: undefined })
})
