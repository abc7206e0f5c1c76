import { join } from 'node:path'
import { nodeEnvironment, nodeFlags } from '@sluice/api/node-flags'
import { repositoryRoot } from '../../launch/node.mjs'
import { internalSecret } from '../data/secrets.ts'
import { localUrl } from '../environment.ts'
import type { StoreAddresses } from '../stores/addresses.ts'
import { type EmbeddedStore, restartStore, type StoreName, startStore } from '../stores/embedded.ts'
import { startApplication } from './application.ts'
import type { Part } from './part.ts'
import type { Run } from './run.ts'
import { isOnlyWriter, sampleLog } from './sample-log.ts'

const stores = {
  postgres: { title: 'Postgres', stage: 0 },
  clickhouse: { title: 'ClickHouse', stage: 1 },
} as const

/** Starts an embedded store. Resolves with its address, which stays the same when it is started again. */
export function addStore(run: Run, name: StoreName): Promise<string> {
  const log = run.logs.of(name)
  const { title, stage } = stores[name]
  let url = ''
  async function start() {
    const store = await startStore(name, run, log)
    url = store.url
    return partOf(name, store)
  }
  const restart = async () => partOf(name, await restartStore(name, run, log.write))
  return run.step(`Starting ${title}`, async () => {
    await run.fleet.add({ title, stage, start, restart })
    return url
  })
}

function partOf(name: StoreName, store: EmbeddedStore): Part {
  const exited = store.exited.then(({ code, signal, reason }) => {
    if (reason) return reason.message
    return signal ? `was killed by ${signal}` : `ended with code ${code}`
  })
  return {
    ...{ exited, stop: store.stop },
    hurry() {
      // The engine loses nothing that it has acknowledged. Postgres ends its sessions by itself.
      if (name === 'clickhouse') store.kill()
    },
  }
}

export function addApi(run: Run, addresses: StoreAddresses): Promise<void> {
  const { HOST, API_PORT } = run.environment
  return addApplication(run, {
    name: 'api',
    title: 'The API',
    entry: join(repositoryRoot, 'apps/api/src/main.ts'),
    flags: nodeFlags,
    defaults: nodeEnvironment,
    env: {
      ...sharedEnvironment(run, addresses),
      ...{ HOST, API_PORT: String(API_PORT) },
      BUCKETS_FILE: join(run.dataDir, 'buckets.jsonl'),
      SAMPLE_LOG: isOnlyWriter(run) ? sampleLog(run) : undefined,
      TELEMETRY_CACHE_BYTES: textOf(run.environment.TELEMETRY_CACHE_BYTES),
    },
    healthUrl: `${localUrl(HOST, API_PORT)}/readyz`,
    // Longer than its own draining.
    patienceMs: 15_000,
  })
}

export function addConsole(run: Run, addresses: StoreAddresses): Promise<void> {
  const { HOST, CONSOLE_PORT } = run.environment
  return addApplication(run, {
    name: 'console',
    title: 'The console',
    entry: join(repositoryRoot, 'apps/console/main.mjs'),
    flags: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...sharedEnvironment(run, addresses),
      API_INTERNAL_URL: localUrl(HOST, run.environment.API_PORT),
      SMTP_URL: run.environment.SMTP_URL,
      MAIL_FROM: run.environment.MAIL_FROM,
      AUTH_SECRET: run.environment.AUTH_SECRET ?? run.secrets.authSecret,
      HOSTNAME: HOST,
      PORT: String(CONSOLE_PORT),
    },
    healthUrl: `${localUrl(HOST, CONSOLE_PORT)}/healthz`,
    patienceMs: 10_000,
  })
}

function textOf(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number)
}

type Application = Parameters<typeof startApplication>[0]

function addApplication(run: Run, application: Application): Promise<void> {
  const { title } = application
  return run.step(`Starting ${title.replace(/^The/, 'the')}`, () =>
    run.fleet.add({
      ...{ title, stage: 2 },
      start: () => startApplication(application, run.logs, run.signal),
    }),
  )
}

function sharedEnvironment({ environment, secrets }: Run, addresses: StoreAddresses) {
  const { API_URL, CONSOLE_URL, TRUSTED_PROXIES, CORS_ORIGINS, LOG_LEVEL } = environment
  const { SECURITY_CONTACT } = environment
  return {
    ...{ API_URL, CONSOLE_URL, TRUSTED_PROXIES, CORS_ORIGINS, LOG_LEVEL, SECURITY_CONTACT },
    NODE_ENV: 'production',
    DATABASE_URL: addresses.databaseUrl,
    CLICKHOUSE_URL: addresses.clickhouseUrl,
    CLICKHOUSE_CLUSTER: addresses.clickhouseCluster,
    KEY_PEPPERS: environment.KEY_PEPPERS ?? secrets.keyPeppers,
    VALKEY_URL: environment.VALKEY_URL,
    NODES: String(environment.NODES),
    SAMPLE_WRITER: isOnlyWriter({ environment }) ? 'api' : 'any',
    LOCAL_RECEIVERS: String(environment.LOCAL_RECEIVERS),
    PRIVATE_PROVIDERS: environment.PRIVATE_PROVIDERS,
    INTERNAL_SECRET: internalSecret(secrets),
  }
}
