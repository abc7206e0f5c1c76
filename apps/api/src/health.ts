import type { Core } from '@sluice/core'
import { migrationStatus } from '@sluice/core/migrate'
import type { Beat } from '@sluice/telemetry'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { sharedLogWarnings } from './shared-log-warnings.ts'

type Check = () => Promise<unknown>

interface HealthOptions {
  readonly core: Pick<Core, 'db' | 'telemetry' | 'changes' | 'buckets'>
  readonly logger: Logger
  /** What has to be fixed though the node is ready; undefined for nothing. */
  readonly warning?: () => string | undefined
  /** The shared log of samples, as this node saw it last. */
  readonly sharedLog?: () => Beat | undefined
  /** The most milliseconds for a store to answer. */
  readonly limitMs?: number
}

const LIMIT_MS = 3_000

/**
 * `/healthz`, and `/ping` as in InfluxDB: the process is alive. `/readyz`: the stores answer and their schema is
 * current. Two faults leave a node ready but `degraded`: it receives no changes, and asks the database at every
 * request; or it cannot reach the shared buckets, and uses its own share of them. `warnings` list other things to fix.
 * Stores are checked over the connections that requests use: if none is available in time, requests fare no better.
 */
export function addHealth(
  app: FastifyInstance,
  {
    core,
    logger,
    warning = () => undefined,
    sharedLog = () => undefined,
    limitMs = LIMIT_MS,
  }: HealthOptions,
): void {
  const checks: Record<string, Check> = {
    database: sharedWhileRunning(async () => {
      const { state } = await migrationStatus(core.db)
      if (state === 'behind' || state === 'broken') throw new Error(`the schema is ${state}`)
    }),
    telemetry: sharedWhileRunning(() => core.telemetry.ping()),
  }
  const note = notedOnce(logger)
  app.get('/healthz', async () => ({ status: 'ok' }))
  // Clients of InfluxDB call this before they write. It has no version to report.
  app.get('/ping', (_request, reply) => reply.code(204).send())
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(([name, check]) => probe(name, () => within(limitMs, check()))),
    )
    for (const { name, error } of results) note(name, error, 'not ready')
    const ready = results.every(({ error }) => !error)
    const states = results.map(({ name, error }) => [name, error ? 'failing' : 'ok'])
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
      warnings: [warning(), ...sharedLogWarnings(sharedLog())].filter((text) => text !== undefined),
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

async function probe(name: string, check: Check): Promise<{ name: string; error?: unknown }> {
  try {
    await check()
    return { name }
  } catch (error) {
    return { name, error }
  }
}

/** Later probes wait for a hanging check instead of starting another one, which would use up connections. */
function sharedWhileRunning(check: Check): Check {
  let running: Promise<unknown> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function within(limitMs: number, answer: Promise<unknown>): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
