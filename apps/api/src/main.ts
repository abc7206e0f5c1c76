import {
  awaitSharedLog,
  becomeSoleWriter,
  connections,
  lackingPeppers,
  openCore,
  recordPeppers,
  warmUp,
} from '@sluice/core'
import { migrationStatus } from '@sluice/core/migrate'
import { startTracing } from '@sluice/tracing'
import { readEnvironment } from './environment.ts'
import { startJobs } from './jobs.ts'
import { startWarning } from './request/untrusted-proxies.ts'
import { rehearseJson } from './response/representation.ts'
import { buildServer } from './server.ts'
import { createLogger } from './status/log.ts'
import { listenForOutages } from './status/outages.ts'

const DRAIN_SECONDS = 10

const environment = readEnvironment(process.env)
const tracer = await startTracing(process.env, 'sluice-api', (fault) => {
  if (fault)
    logger.warn({ err: fault }, 'traces cannot be sent: spans beyond the queue are dropped')
  else logger.info('traces are sent again')
})
const logger = createLogger(environment.LOG_LEVEL, tracer)
const { state } = await migrationStatus(environment.DATABASE_URL)
if (state === 'behind' || state === 'broken') {
  throw new Error(`The database's schema is ${state}. Run: npx sluice migrate`)
}

const { DATABASE_URL: databaseUrl, SAMPLE_LOG: log } = environment
const soleWriter =
  environment.SAMPLE_WRITER === 'api' && log !== undefined
    ? await becomeSoleWriter({ databaseUrl, log })
    : undefined
if (!soleWriter) await awaitSharedLog(databaseUrl)

const core = openCore({
  databaseUrl,
  clickhouseUrl: environment.CLICKHOUSE_URL,
  clickhouseCluster: environment.CLICKHOUSE_CLUSTER,
  sampleWriter: soleWriter
    ? { kind: 'this', log: soleWriter.log, above: soleWriter.above }
    : { kind: 'nodes', flushes: true },
  telemetryCacheBytes: environment.TELEMETRY_CACHE_BYTES,
  onSampleLog: (cause) => {
    if (cause) logger.warn({ err: cause }, 'samples cannot be stored: they are kept in the log')
    else logger.info('samples are stored again')
  },
  onDamagedLog: (damaged) => {
    logger.error(damaged, 'the log of samples is damaged: some may be lost, and a copy is kept')
  },
  peppers: environment.KEY_PEPPERS,
  threadConnections: connections.thread,
  localReceivers: environment.LOCAL_RECEIVERS,
  buckets:
    environment.VALKEY_URL.length > 0
      ? { kind: 'shared', urls: environment.VALKEY_URL, nodes: environment.NODES }
      : { kind: 'memory', file: environment.BUCKETS_FILE },
  onBuckets: (cause) => {
    if (cause)
      logger.warn({ err: cause }, 'the rate limit buckets are unreachable or cannot be saved')
    else logger.info('the rate limit buckets are shared and saved again')
  },
  onRequestLog: (counts, cause) => {
    if (cause)
      logger.warn({ ...counts, err: cause }, 'the request log cannot be written: rows are queued')
    else logger.info(counts, 'the request log is written again')
  },
  onBackground: (fault) => {
    if (fault) logger.warn({ err: fault }, 'background work fails: retrying')
    else logger.info('background work succeeds again')
  },
  tracing: tracer,
})
const wrongPepper = await recordPeppers(core)
if (wrongPepper) throw new Error(wrongPepper)
void warmUp(core, rehearseJson)
const apiUrl = environment.API_URL ?? `http://${environment.HOST}:${environment.API_PORT}`
const warning = startWarning(apiUrl, environment.TRUSTED_PROXIES)
if (warning) logger.warn(warning)
const app = await buildServer({
  ...{ core, apiUrl },
  origins: [
    ...environment.CORS_ORIGINS,
    ...(environment.CONSOLE_URL ? [environment.CONSOLE_URL] : []),
  ],
  trustedProxies: environment.TRUSTED_PROXIES,
  securityContact: environment.SECURITY_CONTACT,
  internalSecret: environment.INTERNAL_SECRET,
  outages: listenForOutages(process),
  ...{ logger, tracer },
})
const jobs = startJobs({ core, databaseUrl, logger, tracer })
const url = await app.listen({ host: environment.HOST, port: environment.API_PORT })
process.send?.({ type: 'ready', url })
void warnOfLackingPeppers()

/** Counts over all keys, so nobody waits for it. It only tells why keys are refused: without Postgres it can wait. */
async function warnOfLackingPeppers() {
  const versions = await lackingPeppers(core).catch(() => [])
  if (versions.length > 0)
    logger.warn({ versions }, 'KEY_PEPPERS lacks versions in use: see npx sluice keys peppers')
}

let stopping = false

/** Lets running requests finish, for at most DRAIN_SECONDS, and writes what is still in memory. */
async function stop(reason: string, exitCode = 0) {
  if (stopping) return
  stopping = true
  logger.info({ reason }, 'draining')
  const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_SECONDS * 1000)
  await Promise.all([app.close(), jobs.close()])
  clearTimeout(force)
  await core.close()
  await soleWriter?.close()
  await tracer?.close()
  process.exit(exitCode)
}

process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
// Without its supervisor, nobody would ever stop this process.
process.on('disconnect', () => void stop('the supervisor is gone'))
void soleWriter?.others.then((cause) => {
  logger.fatal({ err: cause }, 'others write samples')
  return stop('others write samples', 1)
})
