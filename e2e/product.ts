import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@sluice/embedded'
import { Client } from 'pg'

/** What `sluice start --json` prints when everything is ready. */
export interface Product {
  readonly console: string
  /** The URL of the demo organization's pages. */
  readonly home: string
  readonly api: string
  readonly curl: string
  /** The data directory, for the operator's command line. */
  readonly dataDir: string
  readonly demo: { email: string; once: { password: string; key: string; thingId: string } }
}

const execute = promisify(execFile)
const sluice = fileURLToPath(new URL('../apps/cli/src/main.ts', import.meta.url))

/** Starts the whole product as `npm start` does, on free ports and with a new data directory. */
export async function startProduct(): Promise<{ product: Product; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-e2e-'))
  // If run as root, Postgres runs as another user, who needs access.
  await chmod(dataDir, 0o755)
  const [apiPort, consolePort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [sluice, 'start', '--json'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      API_PORT: String(apiPort),
      CONSOLE_PORT: String(consolePort),
      // Journeys receive webhooks themselves.
      LOCAL_RECEIVERS: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    ended.then(([code]) => Promise.reject(new Error(`The product did not start (exit ${code}).`))),
  ])
  const told = JSON.parse(line) as Omit<Product, 'home' | 'dataDir'>
  return {
    product: { ...told, home: `${told.console}/o/demo`, dataDir },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs the command line on the running product. */
export async function runSluice({ dataDir }: Product, ...args: string[]): Promise<unknown> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  const { stdout } = await execute(process.execPath, [sluice, ...args, '--json'], { env })
  return JSON.parse(stdout)
}

/** Runs a statement in the product's database and returns the rows. */
export async function rowsOf(product: Product, statement: string, ...values: string[]) {
  const runtime = JSON.parse(await readFile(join(product.dataDir, 'runtime.json'), 'utf8'))
  const client = new Client({ connectionString: runtime.stores.databaseUrl })
  await client.connect()
  const { rows } = await client.query(statement, values)
  await client.end()
  return rows
}
