import type { Call } from '@sluice/contract'
import { randomOf } from '@sluice/contract/testing'
import { memoryLogs } from '@sluice/telemetry/testing'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actForOrganization } from '../organizations/act-for.ts'
import { perform } from '../pipeline/perform.ts'
import { finishErasure, queueErasure } from '../telemetry/erasure-jobs.ts'
import { openTestCore, type TestCore } from '../testing/core.ts'
import { ownDatabase } from '../testing/own-database.ts'
import { openTeller } from './teller.ts'
import { listenTo } from './testing/listen-to.ts'
import { judgeThresholds } from './thresholds.ts'

const BOTH = ['metric.breached', 'metric.cleared'] as const
/** An erasure reads every part of its years, so this year is used by no other test. */
const START = new Date('1986-06-01T12:00:00Z')

let database: Awaited<ReturnType<typeof ownDatabase>>
/** Two nodes that share a log. */
let nodes: [TestCore, TestCore]
beforeAll(async () => {
  database = await ownDatabase(inject('databaseUrl'))
  const { node } = memoryLogs(() => START.getTime())
  const open = () =>
    openTestCore(START, {
      databaseUrl: database.url,
      sampleWriter: { kind: 'shared', log: node(), flushes: true } as never,
    })
  nodes = [open(), open()]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await database.drop()
})

type Listening = Awaited<ReturnType<typeof listenTo>>

const listen = (thresholds: object[] = [{ metric: 'temperature', above: 8, below: 2 }]) =>
  listenTo(nodes[0], [...BOTH], thresholds)

const isBeyond = (value: number) => value > 8 || value < 2

async function told({ delivered }: Listening) {
  return (await delivered()).map(({ type, data }) => {
    const { value, timestamp } = data as { value: number; timestamp: string }
    return { type, value, timestamp }
  })
}

const recorded = ({ id: organizationId }: Listening) =>
  nodes[0].db.thresholdBreach.count({ where: { organizationId } })

function alternates(events: readonly { type: string }[]): boolean {
  return events.every(({ type }, i) => type === BOTH[i % 2])
}

/** Calls of an organization at a node. */
async function callsAt(node: TestCore, organizationId: string) {
  const actor = await actForOrganization(node, 'test', organizationId)
  if (!actor) throw new Error('The organization is not there.')
  const call = <Name extends 'telemetry.ingest' | 'telemetry.erase' | 'telemetry.recent'>(
    name: Name,
    asked: Call<Name>,
  ) => perform(node, { name, actor, call: asked, requestId: 'test', address: null } as never)
  const params = { thingId: 'truck-1' }
  return {
    write: (second: number, temperature: number) =>
      call('telemetry.ingest', {
        ...{ params, query: {} },
        body: { timestamp: at(second), values: { temperature } },
      } as never),
    erase: (from: number, to: number) =>
      call('telemetry.erase', { params, query: { from: at(from), to: at(to) } } as never),
    async recent() {
      const answer = await call('telemetry.recent', { params, query: {} } as never)
      const { metrics } = answer as {
        metrics: Record<string, { value: number; timestamp: string }>
      }
      return metrics.temperature
    },
    flush: () => node.lastSeen.flush(),
  }
}

const at = (second: number) => new Date(START.getTime() - 60_000 + second * 1000).toISOString()

test.each([1, 2])(
  'late, corrected and erased samples are judged by what recent answers, on two nodes: %i',
  async (seed) => {
    const random = randomOf(seed)
    const below = (most: number) => Math.floor(random() * most)
    const heard = await listen()
    const calls = [await callsAt(nodes[0], heard.id), await callsAt(nodes[1], heard.id)] as const
    /** As the times of a thing's samples are judged one by one. */
    const expected: Awaited<ReturnType<typeof told>> = []
    const act = async (node: (typeof calls)[number]) => {
      const second = below(4)
      if (random() < 0.25) await node.erase(second, second + 1 + below(3))
      else await node.write(second, [1, 5, 9][below(3)] ?? 5)
    }
    let standing = false
    for (let turn = 0; turn < 20; turn += 1) {
      const [one, other] = turn % 2 === 0 ? calls : calls.toReversed()
      const isAtOnce = random() < 0.4
      if (isAtOnce) await Promise.all([one, other].map(async (node) => node && act(node)))
      else await act(one as (typeof calls)[number])
      await Promise.all([one?.flush(), isAtOnce && other?.flush()])
      // The other node judges in vain.
      if (!isAtOnce && random() < 0.3) await other?.flush()
      const recent = await calls[below(2)]?.recent()
      if (recent && isBeyond(recent.value) !== standing) {
        standing = !standing
        const { value, timestamp } = recent
        if (!isAtOnce) expected.push({ type: BOTH[standing ? 0 : 1], value, timestamp })
      }
      const events = await told(heard)
      expect(alternates(events)).toBe(true)
      expect(events.length % 2 === 1).toBe(standing)
      if (isAtOnce) expected.splice(0, expected.length, ...events)
      else expect(events).toEqual(expected)
      expect(await recorded(heard)).toBe(standing ? 1 : 0)
    }
    expect(expected.length).toBeGreaterThan(0)
  },
  120_000,
)

/** A node whose reads take a random time, before and after they see the value. */
function slowNode(read: () => Map<number, unknown>, pause: () => Promise<void>, clock: () => Date) {
  const telemetry = {
    async *latest(_: number, things: readonly unknown[]) {
      await pause()
      const latest = read()
      await pause()
      yield { things, latest }
    },
  }
  return openTeller({ ...nodes[0], telemetry: telemetry as never, clock }, (fault) => {
    if (fault) throw fault
  })
}

test.each([1, 2, 3, 4, 5, 6])(
  'nodes that see values in different orders lose no crossing and tell none twice: %i',
  async (seed) => {
    const random = randomOf(seed)
    const heard = await listen()
    const { db } = nodes[0]
    const { number } = await db.thing.findFirstOrThrow({ where: { organizationId: heard.id } })
    const key = await db.metricKey.findFirstOrThrow({ where: { organizationId: heard.id } })
    let tick = START.getTime()
    const history: { value: number | undefined; from: number }[] = []
    const read = () => {
      const value = history.at(-1)?.value
      const row = value === undefined ? undefined : { time: tick * 1000, number: value, text: '' }
      return new Map([[number, new Map(row ? [[key.number, row]] : [])]])
    }
    const pause = async () => {
      for (let i = Math.floor(random() * 5); i > 0; i -= 1) await db.$queryRaw`SELECT 1 AS one`
    }
    const clock = () => {
      tick += 1
      return new Date(tick)
    }
    const tellers = [0, 1].map(() => slowNode(read, pause, clock))
    const seen = [{ organizationId: heard.id, thingId: 'truck-1', isOffline: false }]
    for (let turn = 0; turn < 14; turn += 1) {
      tick += 1
      history.push({ value: [9, 5, 1, 5, undefined][Math.floor(random() * 5)], from: tick })
      tellers[Math.floor(random() * 2)]?.seen(seen)
      await pause()
      if (random() < 0.7) continue
      await Promise.all(tellers.map((teller) => teller.told()))
      await expectAgreement()
    }
    await Promise.all(tellers.map((teller) => teller.told()))
    await expectAgreement()

    async function expectAgreement() {
      const events = await heard.delivered()
      expect(alternates(events)).toBe(true)
      expect(events.length % 2).toBe(await recorded(heard))
      const { value } = history.at(-1) ?? {}
      if (value !== undefined) expect(await recorded(heard)).toBe(isBeyond(value) ? 1 : 0)
      // Each event tells what was the latest at some moment since it began, in the order of these moments.
      let moment = 0
      for (const { data, occurredAt } of events) {
        const { value } = data as { value: number }
        moment = Math.max(moment, occurredAt.getTime())
        const i = history.findIndex((one, i) => {
          const end = history[i + 1]?.from ?? Number.POSITIVE_INFINITY
          return one.value === value && end > moment
        })
        expect(history[i], `${value} at ${moment}`).toBeDefined()
        moment = Math.max(moment, history[i]?.from ?? 0)
      }
    }
  },
  60_000,
)

/** Judges with a hook after each read of values. */
async function judge(heard: Listening, afterRead: (nth: number) => Promise<unknown>) {
  const [node] = nodes
  let reads = 0
  const latest: typeof node.telemetry.latest = async function* (...asked) {
    for await (const part of node.telemetry.latest(...asked)) {
      reads += 1
      await afterRead(reads)
      yield part
    }
  }
  const stores = { ...node, telemetry: { ...node.telemetry, latest } }
  for await (const _ of judgeThresholds(stores, heard.id, ['truck-1']));
}

test('a value that is corrected before its crossing is recorded is not told', async () => {
  const heard = await listen()
  const { write } = await callsAt(nodes[0], heard.id)
  await write(1, 9)
  await judge(heard, async (nth) => nth === 1 && write(1, 5))
  expect(await told(heard)).toEqual([])
  expect(await recorded(heard)).toBe(0)
})

test('a threshold that changes before its crossing is recorded is judged as it is then', async () => {
  const heard = await listen()
  const { write } = await callsAt(nodes[0], heard.id)
  const change = (above: number) =>
    heard.act('integrations.update', {
      params: { integrationId: 'hook' },
      body: { thresholds: [{ metric: 'temperature', above }] } as never,
    })
  await write(1, 9)
  await judge(heard, async (nth) => nth === 2 && change(100))
  expect(await told(heard)).toEqual([])
  await change(8)
  await judge(heard, async () => {})
  expect(await told(heard)).toMatchObject([{ type: 'metric.breached', value: 9 }])
})

test('a threshold that is added leaves the breaches of the others as they are', async () => {
  const heard = await listen()
  const { write } = await callsAt(nodes[0], heard.id)
  const change = (...others: object[]) =>
    heard.act('integrations.update', {
      params: { integrationId: 'hook' },
      body: { thresholds: [{ metric: 'temperature', above: 8, below: 2 }, ...others] } as never,
    })
  await write(1, 9)
  await judge(heard, async () => {})
  await change({ metric: 'humidity', above: 1 })
  await change()
  expect(await recorded(heard)).toBe(1)
  await write(2, 5)
  await judge(heard, async () => {})
  expect((await told(heard)).map(({ type, value }) => [type, value])).toEqual([
    ['metric.breached', 9],
    ['metric.cleared', 5],
  ])
})

test('an erasure of the breaching sample is told with the one before it, also where its job ends it', async () => {
  const heard = await listen()
  const { write, erase, flush } = await callsAt(nodes[0], heard.id)
  await write(1, 5)
  await write(2, 9)
  await flush()
  await erase(2, 3)
  await flush()
  await write(3, 1)
  await flush()
  const [node] = nodes
  const thing = await node.db.thing.findFirstOrThrow({
    where: { organizationId: heard.id },
    include: { organization: true },
  })
  const numbers = { organization: thing.organization.number, thing: thing.number }
  const job = {
    ...{
      ...numbers,
      metrics: undefined,
      from: Date.parse(at(3)) * 1000,
      to: Date.parse(at(4)) * 1000,
    },
    below: String(await node.telemetry.takeVersion(numbers)),
  }
  const key = await node.db.$transaction((db) => queueErasure(db, job))
  expect(await finishErasure(node, job, key)).toBeUndefined()
  await flush()
  expect((await told(heard)).map(({ type, value }) => [type, value])).toEqual([
    ['metric.breached', 9],
    ['metric.cleared', 5],
    ['metric.breached', 1],
    ['metric.cleared', 5],
  ])
})

test('without a value left the breach stands, and the next value is judged', async () => {
  const heard = await listen()
  const { write, erase, flush } = await callsAt(nodes[0], heard.id)
  for (const [second, value] of [
    [1, 9],
    [2, 9],
    [3, 5],
  ] as const) {
    await write(second, value)
    await flush()
    await erase(0, 50)
    await flush()
  }
  expect((await told(heard)).map(({ type, value }) => [type, value])).toEqual([
    ['metric.breached', 9],
    ['metric.cleared', 5],
  ])
})

test('a metric that the type has lost is not judged, until the type has it again', async () => {
  const heard = await listen([{ metric: 'humidity', above: 8 }])
  const { act } = heard
  const { write, flush } = await callsAt(nodes[0], heard.id)
  const metric = (key: string) => ({ key, metricDefinitionId: 'air' })
  const params = { thingId: 'truck-1' }
  await write(1, 9)
  await flush()
  await act('thingTypes.create', { body: { id: 'car', name: 'Car', metrics: [metric('rain')] } })
  await act('things.update', { params, body: { thingTypeId: 'car' } })
  await act('integrations.update', {
    params: { integrationId: 'hook' },
    body: { thresholds: [{ metric: 'temperature', above: 8 }] } as never,
  })
  const judged = () => judge(heard, async () => {})
  await judged()
  expect(await told(heard)).toEqual([])
  await act('things.update', { params, body: { thingTypeId: 'truck' } })
  await judged()
  expect(await told(heard)).toMatchObject([{ type: 'metric.breached', value: 9 }])
})

test('a value that became a text is not judged', async () => {
  const heard = await listen([{ metric: 'humidity', above: 8 }])
  const { write } = await callsAt(nodes[0], heard.id)
  await write(1, 9)
  const { act } = heard
  await act('metricDefinitions.create', { body: { id: 'word', name: 'Word', valueType: 'string' } })
  const metrics = [{ key: 'temperature', metricDefinitionId: 'word' }]
  await act('thingTypes.create', { body: { id: 'said', name: 'Said', metrics } })
  await act('things.update', { params: { thingId: 'truck-1' }, body: { thingTypeId: 'said' } })
  await act('integrations.update', {
    params: { integrationId: 'hook' },
    body: { thresholds: [{ metric: 'temperature', above: 8 }] } as never,
  })
  await judge(heard, async () => {})
  expect(await told(heard)).toEqual([])
})
