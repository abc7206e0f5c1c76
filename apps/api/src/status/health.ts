import type { Core } from '@sluice/core'
import { migrationStatus } from '@sluice/core/migrate'
import type { LogState } from '@sluice/telemetry'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { sharedLogWarnings } from './shared-log-warnings.ts'

/** Resolves with why the store is degraded, if it is. Rejects if it is unavailable. */
type Check = () => Promise<Error | undefined>

interface HealthOptions {
  readonly core: Pick<Core, 'db' | 'telemetry' | 'changes' | 'buckets'>
  readonly logger: Logger
  /** What has to be fixed though the node is ready; undefined for nothing. */
  readonly warning?: () => string | undefined
  /** The shared log of samples, as this node saw it last. */
  readonly sharedLog?: () => LogState | undefined
  /** What else of the product is down, and why. */
  readonly outages?: (() => readonly string[]) | undefined
  /** The most milliseconds for a store to answer. */
  readonly limitMs?: number
}

const LIMIT_MS = 3_000

/**
 * `/healthz`, and `/ping` as in InfluxDB: the process is alive. `/readyz`: the stores answer and their schema is
 * current. Three faults leave a node ready but `degraded`: the database takes no writes, so only queries are answered; it
 * receives no changes, and asks the database at every request; or it cannot reach the shared buckets, and uses its own
 * share of them. `warnings` list other things to fix. Stores are checked over the connections that requests use: if none
 * is available in time, requests fare no better.
 */
export function addHealth(
  app: FastifyInstance,
  {
    core,
    logger,
    warning = () => undefined,
    sharedLog = () => undefined,
    outages = () => [],
    limitMs = LIMIT_MS,
  }: HealthOptions,
): void {
  const checks: Record<string, Check> = {
    database: sharedWhileRunning(async () => {
      const { state } = await migrationStatus(core.db)
      if (state === 'behind' || state === 'broken') throw new Error(`the schema is ${state}`)
      return readOnly(core.db)
    }),
    telemetry: sharedWhileRunning(async () => {
      await core.telemetry.ping()
      return undefined
    }),
  }
  const note = notedOnce(logger)
  app.get('/healthz', async () => ({ status: 'ok' }))
  // InfluxDB clients call this before they write. Python's fails without a version; this is that of the supported API.
  app.get('/ping', (_request, reply) => reply.code(204).header('X-Influxdb-Version', '1.8').send())
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(([name, check]) => probe(name, () => within(limitMs, check()))),
    )
    for (const { name, error, weakness } of results) {
      note(name, error, 'not ready')
      note(`writes of ${name}`, weakness, 'degraded')
    }
    const ready = results.every(({ error }) => !error)
    const states = results.map(({ name, error, weakness }) => [name, stateOf(error, weakness)])
    const deaf = core.changes.fault()
    note('changes', deaf, 'degraded')
    const unshared = core.buckets.fault()
    note('buckets', unshared, 'degraded')
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      checks: {
        ...Object.fromEntries(states),
        changes: deaf ? 'degraded' : 'ok',
        buckets: unshared ? 'degraded' : 'ok',
      },
      warnings: [...outages(), warning(), ...sharedLogWarnings(sharedLog())].filter(
        (text) => text !== undefined,
      ),
    })
  })
}

/** Logs when a fault begins and ends, however often a load balancer asks. */
function notedOnce(logger: Logger) {
  const faulty = new Set<string>()
  return (check: string, err: unknown, what: 'not ready' | 'degraded') => {
    const is = err !== undefined
    if (is === faulty.has(check)) return
    if (is) {
      faulty.add(check)
      logger.warn({ check, err }, what)
    } else {
      faulty.delete(check)
      logger.info({ check }, what === 'degraded' ? 'well again' : 'ready again')
    }
  }
}

/** Detects a node that still uses the former primary after a failover. */
async function readOnly(db: Core['db']): Promise<Error | undefined> {
  const [row] = await db.$queryRaw<[{ is: boolean }]>`
    SELECT current_setting('transaction_read_only')::boolean AS is`
  return row.is ? new Error(NO_WRITES) : undefined
}

const NO_WRITES =
  'Postgres takes no writes: it is a standby, or default_transaction_read_only is on. Set DATABASE_URL to the primary.'

function stateOf(error: unknown, weakness: unknown) {
  if (error) return 'failing'
  return weakness ? 'degraded' : 'ok'
}

async function probe(
  name: string,
  check: Check,
): Promise<{ name: string; error?: unknown; weakness?: Error | undefined }> {
  try {
    return { name, weakness: await check() }
  } catch (error) {
    return { name, error }
  }
}

/** Later probes wait for a hanging check instead of starting another one, which would use up connections. */
function sharedWhileRunning(check: Check): Check {
  let running: ReturnType<Check> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function within<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
