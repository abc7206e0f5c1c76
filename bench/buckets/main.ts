// Units a second and CPU a unit of every store of buckets, beside rate-limiter-flexible on the same server in the same
// run; then what many organizations cost in memory and time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { type BucketStore, openBuckets } from '@sluice/core'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { median } from '../median.ts'
import { quantile } from '../quantile.ts'
import { startValkey, type ValkeyServer } from '../valkey.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** Under way at once. */
const CALLERS = 64
const roomy = { perMinute: 600_000_000, burst: 1_000_000_000 }
const drawOf = (organization: string) => {
  return {
    organization,
    tier: 'standard',
    limit: roomy,
    key: `key of ${organization}`,
    share: roomy,
  }
}

interface Subject {
  readonly name: string
  readonly units: number
  take(organization: string): unknown
}

interface Measured {
  readonly perSecond: number
  readonly cpu: number
  readonly serverCpu: number
  readonly p50: number
  readonly p99: number
  /** Of a unit that is taken with nothing else under way: what a lone request waits for its bucket. */
  readonly alone50: number
  readonly alone99: number
}

const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-buckets-'))
const server = await startValkey()
if (!server) process.exit(1)
const stores: BucketStore[] = []
const client = await createClient({ url: server.url }).connect()
try {
  const subjects = prepare(server)
  const found = subjects.map((): Measured[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [i, subject] of subjects.entries()) {
      const measured = await measure(subject, server)
      // The first round warms up.
      if (round > 0) found[i]?.push(measured)
    }
  }
  report(subjects, found)
  await grow(server)
} finally {
  await Promise.all(stores.map((store) => store.close()))
  client.destroy()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}

function open(place: Parameters<typeof openBuckets>[0]): BucketStore {
  const store = openBuckets(place, Date.now)
  stores.push(store)
  return store
}

function prepare({ url }: ValkeyServer): Subject[] {
  const memory = open({ kind: 'memory' })
  const kept = open({ kind: 'memory', file: join(directory, 'buckets.jsonl') })
  const shared = open({ kind: 'shared', urls: [url], nodes: 1 })
  const limit = { points: 1_000_000_000, duration: 60 }
  const inMemory = new RateLimiterMemory(limit)
  const inRedis = new RateLimiterRedis({ ...limit, storeClient: client, useRedisPackage: true })
  return [
    { name: 'Sluice, memory', units: 1_000_000, take: (id) => memory.take(drawOf(id)) },
    { name: 'Sluice, kept in a file', units: 1_000_000, take: (id) => kept.take(drawOf(id)) },
    { name: 'rate-limiter-flexible, memory', units: 300_000, take: (id) => inMemory.consume(id) },
    { name: 'Sluice, shared', units: 60_000, take: (id) => shared.take(drawOf(id)) },
    { name: 'rate-limiter-flexible, Redis', units: 60_000, take: (id) => inRedis.consume(id) },
  ]
}

/** As many callers as CALLERS, each taking one unit after the other, of a hundred organizations in turn. */
async function measure({ units, take }: Subject, { cpu }: ValkeyServer): Promise<Measured> {
  const latencies: number[] = []
  let left = units
  const [cpuBefore, serverBefore, began] = [process.cpuUsage(), cpu(), performance.now()]
  async function caller() {
    while (left > 0) {
      left -= 1
      const at = left % 64 === 0 ? performance.now() : 0
      const taken = take(`organization-${left % 100}`)
      if (taken instanceof Promise) await taken
      if (at > 0) latencies.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  latencies.sort((a, b) => a - b)
  const alone = await takeAlone(take)
  return {
    perSecond: units / seconds,
    cpu: (user + system) / units,
    serverCpu: ((cpu() - serverBefore) * 1e6) / units,
    ...{ p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
    ...{ alone50: quantile(alone, 0.5), alone99: quantile(alone, 0.99) },
  }
}

/** Sorted milliseconds of units that are taken one after the other. */
async function takeAlone(take: Subject['take']): Promise<number[]> {
  const latencies: number[] = []
  for (let i = 0; i < 5_000; i += 1) {
    const began = performance.now()
    const taken = take(`organization-${i % 100}`)
    if (taken instanceof Promise) await taken
    latencies.push(performance.now() - began)
  }
  return latencies.sort((a, b) => a - b)
}

function report(subjects: readonly Subject[], found: readonly Measured[][]): void {
  const of = (i: number, key: keyof Measured) => median((found[i] ?? []).map((one) => one[key]))
  console.log(
    '| store | units/s | CPU us a unit | server CPU us a unit | p50 ms | p99 ms | alone p50 ms | alone p99 ms |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const [i, { name }] of subjects.entries()) {
    const cells = [
      Math.round(of(i, 'perSecond')).toLocaleString('en'),
      ...[of(i, 'cpu').toFixed(2), of(i, 'serverCpu').toFixed(2)],
      ...(['p50', 'p99', 'alone50', 'alone99'] as const).map((key) => of(i, key).toFixed(4)),
    ]
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
}

/** What organizations cost that have all been seen, a thousand and a million of them. */
async function grow({ url }: ValkeyServer): Promise<void> {
  console.log('\n| organizations | store | bytes an organization | us a take |')
  console.log('|---:|---|---:|---:|')
  for (const count of [1_000, 100_000, 1_000_000]) {
    const heap = () => {
      globalThis.gc?.()
      return process.memoryUsage().heapUsed
    }
    const before = heap()
    const memory = openBuckets({ kind: 'memory' }, Date.now)
    const micros = await takeFrom(memory, count, count)
    row(count, 'memory', (heap() - before) / count, micros)
    await memory.close()
  }
  for (const count of [1_000, 100_000, 1_000_000]) {
    await client.flushAll()
    const before = await usedBy()
    const shared = openBuckets({ kind: 'shared', urls: [url], nodes: 1 }, Date.now)
    const micros = await takeFrom(shared, count, 20_000)
    row(count, 'shared', ((await usedBy()) - before) / count, micros)
    await shared.close()
  }
}

async function takeFrom(store: BucketStore, organizations: number, units: number): Promise<number> {
  // So slow that none is full again, and forgotten, before the end.
  const limit = { perMinute: 1, burst: 1000 }
  const take = (i: number) =>
    store.take({
      organization: `organization-${i}`,
      tier: 'standard',
      limit,
      key: undefined,
      share: undefined,
    })
  for (let i = 0; i < organizations; i += CALLERS) {
    await Promise.all(Array.from({ length: CALLERS }, (_, j) => take(i + j)))
  }
  const began = performance.now()
  for (let i = 0; i < units; i += CALLERS) {
    const some = Array.from({ length: CALLERS }, (_, j) => take(((i + j) * 7919) % organizations))
    await Promise.all(some)
  }
  return ((performance.now() - began) * 1000) / units
}

async function usedBy(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
}

function row(count: number, store: string, bytes: number, micros: number): void {
  const cells = [count.toLocaleString('en'), store, Math.round(bytes), micros.toFixed(2)]
  console.log(`| ${cells.join(' | ')} |`)
}
