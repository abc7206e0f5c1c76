import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, replicasOf } from '@sluice/clickhouse'
import { type ClickHouseProcess, forkClickHouse } from '@sluice/embedded'
import { clusterConfig, type Replicas, startReplicas } from '@sluice/embedded/testing'
import {
  memoryLogs,
  openSampleStore,
  SampleBuffer,
  type SampleStore,
} from '@sluice/telemetry/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { migrateTelemetry } from '../migrate.ts'

let directory: string
let engines: ClickHouseProcess[] = []
let replicas: Replicas
let nodes: SampleStore[] = []

/** Reproducible numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
const random = numbers(7)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-replicas-'))
  const configFile = join(directory, 'config.xml')
  await writeFile(configFile, clusterConfig(2))
  const password = randomBytes(16).toString('hex')
  const fork = (name: string) =>
    forkClickHouse({ configFile, directory: join(directory, name), password })
  engines = await Promise.all(['a', 'b'].map(fork))
  let cuts = 0
  replicas = await startReplicas(
    engines.map(({ url }) => url),
    {
      lag: () => random() * 300,
      // Every fifteenth call, after the tables were created.
      cut: () => (nodes.length > 0 && ++cuts % 15 === 0 ? 'after' : undefined),
      ...{ random, session: 30_000 },
    },
  )
  const address = { url: replicas.url, cluster: replicas.name }
  await migrateTelemetry(address)
  const logs = memoryLogs()
  nodes = [0, 1].map((i) =>
    openSampleStore({
      ...{ ...address, clock: () => new Date() },
      sampleWriter: { kind: 'shared', log: logs.node(), flushes: i === 0 },
    }),
  )
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await replicas?.stop()
  await Promise.all(engines.map((engine) => engine.stop()))
  await rm(directory, { recursive: true, force: true })
})

/** Retries as a caller would: a connection was cut, and pending batches are retried after a second. */
const untilDone = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 30_000, interval: 50 })

async function rowsOf(url: string, table: string, thing: number): Promise<unknown[][]> {
  const client = connect({ url })
  try {
    const query = `
      SELECT metric, toUnixTimestamp64Micro(time), number FROM ${table} FINAL
      WHERE organization = 1 AND thing = ${thing} ORDER BY metric, time`
    return await (await client.query({ query, format: 'JSONCompact' }))
      .json<unknown[]>()
      .then(({ data }) => data)
  } finally {
    await client.close()
  }
}

it('the server says how many replicas each shard has', async () => {
  const client = connect({ url: replicas.url })
  try {
    expect(await replicasOf(client, { cluster: 'fleet' })).toBe(2)
    await expect(replicasOf(client, { cluster: 'other' })).rejects.toThrow('no cluster "other"')
  } finally {
    await client.close()
  }
})

it('what was written and erased is the same on whichever replica is asked, though inserts reach them late, in any order, and calls are cut', async () => {
  const [writer, reader] = nodes as [SampleStore, SampleStore]
  for (let round = 1; round <= 8; round += 1) {
    const thing = 1 + (round % 3)
    const numbers = { organization: 1, thing }
    const scope = { organization: 1, things: [thing] }
    const samples = new SampleBuffer(2)
    // With a correction from an earlier round.
    if (round > 3) samples.push(1, (round - 3) * 1e6, -round)
    samples.push(1, round * 1e6, round)
    await writer.write(numbers, samples)
    if (round % 5 === 0) {
      const range = { metrics: undefined, from: 0, to: (round - 2) * 1e6 }
      await untilDone(() => writer.erase({ ...numbers, ...range }))
    }
    await untilDone(() => reader.readBarrier(scope))
    for (const table of ['samples', 'latest']) {
      const [one, other] = await Promise.all(engines.map(({ url }) => rowsOf(url, table, thing)))
      expect(one?.at(-1)).toEqual([1, round * 1e6, round])
      expect(other).toEqual(one)
    }
  }
}, 60_000)
