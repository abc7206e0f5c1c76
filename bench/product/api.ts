import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment, nodeFlags } from '@sluice/api/node-flags'
import { ASK_MEMORY, type Told } from './told.ts'

/** The product's own API process, as `npm start` runs it. */
export interface Api {
  readonly url: string
  readonly pid: number
  memory(): Promise<Told>
  /** Resolves when it is gone, whatever the reason, to its exit code: null where a signal ended it. */
  readonly ended: Promise<number | null>
  /** Ends it as a power cut would; resolves when it is gone. */
  kill(): Promise<unknown>
  /** Lets it end in order; resolves to its exit code. */
  stop(): Promise<number | null>
}

export interface ApiOptions {
  readonly databaseUrl: string
  readonly clickhouseUrl: string
  readonly pepper: string
  readonly port: number
  /** The folder of its log of samples, which makes it the only one that may write samples. */
  readonly sampleLog: string | undefined
  /** More variables of its environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where its errors go, instead of stderr. */
  readonly logFile?: string
}

/** Where an API keeps its log of samples, as on one machine; `BENCH_LOG=0` has it in Postgres, as several nodes have. */
export function sampleLogIn({ directory }: { readonly directory: string }): string | undefined {
  return process.env.BENCH_LOG === '0' ? undefined : join(directory, 'samples')
}

const reporter = fileURLToPath(new URL('./report-memory.ts', import.meta.url))
const entry = fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url))

/** Starts it; rejects where it ends before it serves. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { port, pepper, sampleLog, environment, logFile, ...stores } = options
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const child = fork(entry, {
    execArgv: [...nodeFlags, '--import', reporter],
    stdio: ['ignore', log ?? 'ignore', log ?? 'inherit', 'ipc'],
    env: {
      ...nodeEnvironment,
      ...process.env,
      DATABASE_URL: stores.databaseUrl,
      CLICKHOUSE_URL: stores.clickhouseUrl,
      KEY_PEPPERS: `1:${pepper}`,
      API_PORT: String(port),
      LOG_LEVEL: log === undefined ? 'fatal' : 'error',
      ...(sampleLog !== undefined && { SAMPLE_WRITER: 'api', SAMPLE_LOG: sampleLog }),
      ...environment,
    },
  })
  if (log !== undefined) closeSync(log)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The API ended while it started.'))),
  ])
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    ended,
    async memory() {
      child.send(ASK_MEMORY)
      const [usage] = await once(child, 'message')
      return usage as Told
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
