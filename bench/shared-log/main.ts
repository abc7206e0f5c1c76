// Samples a second of three nodes that share a log in Postgres, beside one node with a log on its disk, on this machine: the same
// calls, in turns, until all is in the tables. With it how long a call takes until it is acknowledged, and what the read barrier
// costs a query where nothing is pending and where samples are.
import { setTimeout as pause } from 'node:timers/promises'
import { openCluster } from '../consistency/cluster/open.ts'
import { diceOf } from '../consistency/dice.ts'
import { quantile } from '../quantile.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const ROUNDS = 3
const CALLERS = 6
const ROWS = 2_000
const LOOKS = 50
const metrics = ['a', 'b', 'c', 'd', 'e']
/** By then all that was sent is in the tables. */
const MOST_STORING_MS = 120_000
/** Samples that each cluster was sent. */
const stored = new Map<Cluster['nodes'], number>()

const counts = [1, 3] as const
const clusters = []
for (const nodes of counts) {
  const asUsual = { replicas: 1, faketime: undefined, environment: () => ({}), dice: diceOf(1) }
  clusters.push(await openCluster({ nodes, ...asUsual }))
}
try {
  for (const { key, nodes } of clusters) await prepare(nodes[0]?.url ?? '', key)
  const rates: number[][] = counts.map(() => [])
  const followed: number[][] = counts.map(() => [])
  const took: number[][] = counts.map(() => [])
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    for (const [i, cluster] of clusters.entries()) {
      // Last, since a node goes on following what it was asked about.
      const isAsked = round >= ROUNDS
      const { rate, millis } = await load(cluster, round, isAsked)
      if (isAsked) followed[i]?.push(rate)
      else rates[i]?.push(rate)
      took[i]?.push(...millis)
    }
  }
  console.log(
    '| nodes | samples/s, by round | while every node is asked | until acknowledged, p50, ms | recent, nothing pending | recent, just sent |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|')
  for (const [i, cluster] of clusters.entries()) {
    const [quiet, pending] = [await looks(cluster, false), await looks(cluster, true)]
    const cells = [
      ...[counts[i], shown(rates[i]), shown(followed[i])],
      ...[median(took[i] ?? []), median(quiet), median(pending)],
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const beside = ([one = [], three = []]: number[][]) =>
    (Number(median(three)) / Number(median(one))).toFixed(2)
  console.log(
    `\nthree nodes beside one, medians: ${beside(rates)}, while asked ${beside(followed)}`,
  )
} finally {
  await Promise.all(clusters.map((cluster) => cluster.close()))
}

type Cluster = (typeof clusters)[number]

function shown(rates: readonly number[] = []): string {
  return rates.map((rate) => Math.round(rate).toLocaleString('en')).join(' ')
}

function median(millis: number[]): string {
  return quantile(
    millis.toSorted((a, b) => a - b),
    0.5,
  ).toFixed(1)
}

async function call(url: string, key: string, method: string, path: string, body?: string) {
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' }
  for (;;) {
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    const text = await answer.text()
    if (answer.ok) return
    if (answer.status !== 503 && answer.status !== 429) throw new Error(`${path}: ${text}`)
    await pause(100)
  }
}

async function prepare(url: string, key: string): Promise<void> {
  const make = (path: string, body: object) => call(url, key, 'POST', path, JSON.stringify(body))
  await make('/v2/metric-definitions', { id: 'number', name: 'Number', valueType: 'number' })
  const measured = metrics.map((name) => ({ key: name, metricDefinitionId: 'number' }))
  await make('/v2/thing-types', { id: 'gauge', name: 'Gauge', metrics: measured })
  for (let i = 0; i < CALLERS; i += 1) {
    await make('/v2/things', { id: `t${i}`, name: `T${i}`, thingTypeId: 'gauge' })
  }
}

/** Asks every node for the latest values of every thing, so that it follows all of the log. */
async function askAll({ nodes, key }: Cluster): Promise<void> {
  for (const { url } of nodes) {
    for (let i = 0; i < CALLERS; i += 1) await call(url, key, 'GET', `/v2/thing/t${i}/recent`)
  }
}

/** All callers send until the time is over, each to a node; until all of it is in the tables. */
async function load(cluster: Cluster, round: number, isAsked: boolean) {
  const { nodes, key, command } = cluster
  const began = performance.now()
  const millis: number[] = []
  let samples = 0
  const values = Object.fromEntries(
    metrics.map((name) => [name, Array.from({ length: ROWS }, (_, i) => (i % 97) / 4)]),
  )
  const asking = async () => {
    while (isAsked && performance.now() - began < SECONDS * 1000) {
      await Promise.all([askAll(cluster), pause(1000)])
    }
  }
  await Promise.all([
    asking(),
    ...Array.from({ length: CALLERS }, async (_, caller) => {
      const url = nodes[caller % nodes.length]?.url ?? ''
      for (let sent = 0; performance.now() - began < SECONDS * 1000; sent += 1) {
        const start = new Date(yearOf(round) + sent * ROWS * 1000).toISOString()
        const body = JSON.stringify({ start, stepSeconds: 1, count: ROWS, values })
        const from = performance.now()
        await call(url, key, 'POST', `/v2/thing/t${caller}/data/columnar`, body)
        millis.push(performance.now() - from)
        samples += ROWS * metrics.length
      }
    }),
  ])
  const all = (stored.get(nodes) ?? 0) + samples
  stored.set(nodes, all)
  await stores(command, `count() < ${all}`, '')
  const taken = performance.now() - began
  // Counting without duplicates takes too long for the figure.
  const own = `FINAL WHERE time >= ${sqlOf(round)} AND time < ${sqlOf(round + 1)}`
  await stores(command, `count() != ${samples}`, own)
  return { rate: samples / (taken / 1000), millis }
}

/** Epoch milliseconds from which a round's samples are: years apart, so that no round overwrites those of another. */
function yearOf(round: number): number {
  return Date.UTC(2000 + round, 0, 1)
}

function sqlOf(round: number): string {
  return `fromUnixTimestamp64Milli(${yearOf(round)})`
}

/** Resolves once what is stored no longer lacks something. */
async function stores(command: Cluster['command'], lacking: string, which: string): Promise<void> {
  const deadline = performance.now() + MOST_STORING_MS
  while (!(await command(`SELECT throwIf(${lacking}) FROM samples ${which}`))) {
    if (performance.now() > deadline)
      throw new Error(`After two minutes still: ${lacking} ${which}`)
    await pause(20)
  }
}

/** Milliseconds of questions for latest values of a node, each after a sample to another where one is to be pending. */
async function looks({ nodes, key }: Cluster, isPending: boolean): Promise<number[]> {
  const [reader, writer] = [nodes[0]?.url ?? '', nodes.at(-1)?.url ?? '']
  const millis: number[] = []
  for (let i = 0; i < LOOKS; i += 1) {
    if (isPending) {
      const body = JSON.stringify({ timestamp: Date.now(), values: { a: i } })
      await call(writer, key, 'POST', '/v2/thing/t0/data', body)
    }
    const from = performance.now()
    await call(reader, key, 'GET', '/v2/thing/t0/recent')
    millis.push(performance.now() - from)
  }
  return millis
}
