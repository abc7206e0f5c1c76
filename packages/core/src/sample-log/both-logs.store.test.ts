import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  memoryLogs,
  openSampleStore,
  SampleBuffer,
  type SampleStore,
} from '@sluice/telemetry/testing'
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../testing/own-database.ts'
import { openPostgresLog } from './postgres-log.ts'
import { sampleOf } from './testing/records.ts'

/** How processes open their stores; `nodes` of them share a log. */
interface Log {
  open(clock?: () => Date): SampleStore
}

const opened: SampleStore[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

function opener(writer: () => Parameters<typeof openSampleStore>[0]['sampleWriter']): Log {
  return {
    open(clock = () => new Date()) {
      const sampleWriter = writer()
      const url = inject('clickhouseUrl')
      const store = openSampleStore({ url, clock, ...(sampleWriter && { sampleWriter }) })
      opened.push(store)
      return store
    },
  }
}

const logs = {
  async file(): Promise<Log> {
    const log = mkdtempSync(join(tmpdir(), 'sluice-samples-'))
    onTestFinished(() => rmSync(log, { recursive: true }))
    return opener(() => ({ kind: 'this', log }))
  },
  async Postgres(): Promise<Log> {
    const database = await ownDatabase(inject('databaseUrl'))
    onTestFinished(() => database.drop())
    return opener(() => ({ kind: 'shared', log: openPostgresLog(database.url), flushes: true }))
  },
  async memory(): Promise<Log> {
    const { node } = memoryLogs()
    return opener(() => ({ kind: 'shared', log: node(), flushes: true }))
  },
}

const newThing = () => ({ organization: Math.floor(Math.random() * 2 ** 31), thing: 7 })

async function read(store: SampleStore, { organization, thing }: ReturnType<typeof newThing>) {
  await store.readBarrier({ organization, things: [thing] })
  const found = await store.query(
    `SELECT toUnixTimestamp64Micro(time), number, text FROM samples FINAL
     WHERE organization = {organization:UInt32} AND thing = {thing:UInt32} ORDER BY time`,
    { organization, thing },
  )
  const latest = (await store.latest(organization, [thing])).get(thing)?.get(1)
  return { found, latest: latest?.number }
}

describe.each(Object.entries(logs))('a log in %s', (_, openLog) => {
  it('what is acknowledged is readable, texts and corrections included', async () => {
    const store = (await openLog()).open()
    const thing = newThing()
    await Promise.all([store.write(thing, sampleOf(1)), store.write(thing, sampleOf('two', 20))])
    await store.write(thing, sampleOf(3))
    expect(await read(store, thing)).toMatchObject({
      found: [
        [10, 3, ''],
        [20, null, 'two'],
      ],
    })
  })

  it('within a call the later of two equal times wins', async () => {
    const store = (await openLog()).open()
    const thing = newThing()
    const samples = sampleOf(1)
    samples.ascending = false
    for (const value of [2, 3]) samples.push(1, 10, value)
    await store.write(thing, samples)
    expect(await read(store, thing)).toEqual({ found: [[10, 3, '']], latest: 3 })
  })

  it('a call of many samples is whole, and the later of two equal times wins wherever they stand in it', async () => {
    const store = (await openLog()).open()
    const thing = newThing()
    const samples = new SampleBuffer(0)
    const times = 150_000
    for (let at = 0; at < times; at += 1)
      samples.push(1, at * 1e6, at % 1000 === 7 ? `text ${at}` : at)
    for (let at = 0; at < times; at += 3) samples.push(1, at * 1e6, -at - 1)
    samples.ascending = false
    await store.write(thing, samples)
    await store.readBarrier({ organization: thing.organization, things: [thing.thing] })
    const [counts] = await store.query(
      `SELECT count(), countIf(number = -1 - intDiv(toUnixTimestamp64Micro(time), 1000000)),
         countIf(text = 'text ' || toString(intDiv(toUnixTimestamp64Micro(time), 1000000))),
         countIf(number = intDiv(toUnixTimestamp64Micro(time), 1000000))
       FROM samples FINAL WHERE organization = {organization:UInt32} AND thing = {thing:UInt32}`,
      thing,
    )
    // Every third of the 150 texts was overwritten.
    expect(counts).toEqual([times, times / 3, 100, (times * 2) / 3 - 100])
  })

  it('what an earlier process has left is readable by the next one, and loses to later writes', async () => {
    const log = await openLog()
    const thing = newThing()
    const before = log.open()
    await before.write(thing, sampleOf(1))
    await before.close()
    opened.splice(opened.indexOf(before), 1)
    const after = log.open(() => new Date(Date.now() - 3_600_000))
    expect(await read(after, thing)).toEqual({ found: [[10, 1, '']], latest: 1 })
    await after.write(thing, sampleOf(2))
    expect(await read(after, thing)).toEqual({ found: [[10, 2, '']], latest: 2 })
  })

  it('an erasure takes what came before it, and nothing that came after', async () => {
    const store = (await openLog()).open()
    const thing = newThing()
    for (const time of [10, 20]) await store.write(thing, sampleOf(time, time))
    const below = await store.takeVersion(thing)
    await store.write(thing, sampleOf(5, 5))
    await store.erase({ ...thing, metrics: undefined, from: 0, to: 15, below })
    expect(await read(store, thing)).toEqual({
      found: [
        [5, 5, ''],
        [20, 20, ''],
      ],
      latest: 20,
    })
  })
})

describe.each([['Postgres', logs.Postgres] as const])(
  'nodes that share a log in %s',
  (_, openLog) => {
    it('corrections win in the order of their acknowledgements, whatever the clocks of the nodes', async () => {
      const log = await openLog()
      const thing = newThing()
      const nodes = [0, -2000, 50].map((ahead) => log.open(() => new Date(Date.now() + ahead)))
      for (let value = 0; value < 12; value += 1) {
        await nodes[value % 3]?.write(thing, sampleOf(value))
        expect(await read(nodes[(value + 1) % 3] as SampleStore, thing)).toEqual({
          found: [[10, value, '']],
          latest: value,
        })
      }
    })
  },
)
