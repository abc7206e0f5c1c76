// How soon a change of a key counts on three API processes of one Postgres, quiet and saturated, and whether any of
// them lets a request in on what it remembers when its listening connection is cut or stands still.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { actForOrganization, createOrganization, openCore, perform } from '@sluice/core'
import { Client } from 'pg'
import { installed } from '../debian.ts'
import { median } from '../median.ts'
import { type BenchStores, startStores } from '../stores.ts'
import { type Subject, startSubject } from '../subject.ts'
import { cut, freeze, none, type Strike } from './listeners.ts'
import { type Effect, effectOf, watch } from './watch.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const NODES = 3
const CONNECTIONS = 8
/** TRUST_MS of packages/core/src/changes/trust.ts. */
const LEASE_MS = 800
const SETTLE_MS = 200

interface Change {
  readonly name: string
  readonly path: (keyId: string) => string
  readonly method: string
  readonly body?: object
}

const patch = { path: (keyId: string) => `/v2/key/${keyId}`, method: 'PATCH' }
const revocation = {
  ...{ name: 'revocation', method: 'POST', path: (keyId: string) => `/v2/key/${keyId}/revoke` },
}
const changes: readonly Change[] = [
  revocation,
  {
    ...{ name: 'scopes', ...patch },
    body: { scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }] },
  },
  { name: 'allow-list', ...patch, body: { allowedIpCidrs: ['198.51.100.0/24'] } },
]

if (!(await installed('wrk', ['wrk']))) process.exit(1)
const stores = await startStores()
const sql = new Client({ connectionString: stores.url })
const nodes: Subject[] = []
try {
  await sql.connect()
  const pepper = randomBytes(32).toString('hex')
  const { url: databaseUrl, clickhouseUrl } = stores
  for (let i = 1; i <= NODES; i += 1) {
    const options = { databaseUrl, clickhouseUrl, pepper }
    nodes.push(await startSubject(`node ${i}`, new URL('./node.ts', import.meta.url), options))
  }
  const admin = await adminKey(stores, pepper)
  console.log(
    '| change | load | listening connections | first refusal on all: median ms | max ms | last let in: median ms | max ms | stale | beyond the lease | answered otherwise |',
  )
  console.log('|---|---|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const change of changes) await measure(admin, change, 'quiet', 'open', none)
  const unload = await saturate(admin)
  for (const change of changes) await measure(admin, change, 'saturated', 'open', none)
  await measure(admin, revocation, 'saturated', 'cut', cut)
  await measure(admin, revocation, 'saturated', 'frozen', freeze)
  await unload()
} finally {
  await Promise.all(nodes.map((node) => node.stop()))
  await sql.end()
  await stores.stop()
}

async function adminKey({ url, clickhouseUrl }: BenchStores, pepper: string): Promise<string> {
  const core = openCore({ databaseUrl: url, clickhouseUrl, peppers: new Map([[1, pepper]]) })
  await createOrganization(core, { id: 'bench', name: 'Bench' })
  const actor = await actForOrganization(core, 'bench', 'bench')
  if (!actor) throw new Error('The organization was not made.')
  const scopes = (['read', 'write', 'admin'] as const).map((action) => ({
    action,
    resourceFilter: '#',
  }))
  const call = { body: { keyType: 'Admin' as const, name: 'bench', scopes } }
  const { key } = await perform(core, {
    name: 'keys.create',
    ...{ actor, call, requestId: 'bench', address: null },
  })
  await core.close()
  return key
}

/** Loads every node with wrk until told otherwise. */
async function saturate(key: string): Promise<() => Promise<void>> {
  const args = ['-t', '1', '-c', String(CONNECTIONS), '-d', '1h', '-H', `X-Api-Key: ${key}`]
  const loads = nodes.map(({ url }) =>
    spawn('wrk', [...args, `${url}/v2/key`], { stdio: 'ignore' }),
  )
  return async () => {
    const ended = loads.map((load) => once(load, 'exit'))
    for (const load of loads) load.kill('SIGKILL')
    await Promise.all(ended)
  }
}

async function measure(
  admin: string,
  change: Change,
  load: string,
  connections: string,
  strike: Strike,
): Promise<void> {
  const effects: Effect[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    effects.push(await playRound(admin, change, strike, round))
  }
  const slowest = (figure: keyof Effect) =>
    effects.map((nodesOf) => Math.max(...nodesOf.map((effect) => effect[figure])))
  const sum = (figure: keyof Effect) =>
    effects.flat().reduce((total, effect) => total + effect[figure], 0)
  const figures = [slowest('firstRefused'), slowest('lastLetIn')].flatMap((values) => [
    median(values).toFixed(0),
    Math.max(...values).toFixed(0),
  ])
  const sums = [sum('stale'), sum('beyondLease'), sum('unserved')]
  const cells = [change.name, load, connections, ...figures, ...sums]
  console.log(`| ${cells.join(' | ')} |`)
}

/** One key, known to all nodes, is changed on one of them; each is asked without end before and after. */
async function playRound(
  admin: string,
  change: Change,
  strike: Strike,
  round: number,
): Promise<Effect[]> {
  const node = nodes[round % NODES]?.url ?? ''
  const scopes = [{ action: 'read', resourceFilter: 'PLACE/Site/#' }]
  const { id, key } = await send(admin, 'POST', `${node}/v2/keys`, {
    ...{ keyType: 'External', name: `round ${round}`, scopes },
  })
  const watches = nodes.map(({ url }) => watch(`${url}/v2/sites`, key))
  await Promise.all(watches.map((each) => each.until('let in')))
  await pause(SETTLE_MS)
  const mend = await strike(sql)
  await send(admin, change.method, node + change.path(id), change.body)
  const acknowledged = performance.now()
  await Promise.all(watches.map((each) => each.until('refused')))
  await pause(strike === none ? SETTLE_MS : LEASE_MS + SETTLE_MS)
  const asked = await Promise.all(watches.map((each) => each.stop()))
  await mend()
  return asked.map((requests) => effectOf(requests, acknowledged, LEASE_MS))
}

async function send(key: string, method: string, url: string, body?: object) {
  const answer = await fetch(url, {
    method,
    headers: { 'X-Api-Key': key, ...(body && { 'Content-Type': contentType(method) }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
  return JSON.parse(text) as { id: string; key: string }
}

function contentType(method: string): string {
  return method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
}
