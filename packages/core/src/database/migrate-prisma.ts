import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { connectionUrl } from './connections.ts'
import { repositoryRoot } from './migrate-status.ts'

interface PrismaRun {
  exitCode: number
  /** Prisma's output, for people. Contains no password. */
  output: string
}

/**
 * Runs Prisma's command line on a database, for example `['migrate', 'deploy']`.
 *
 * The URL is passed in the environment, because every user of the machine can read command lines. Of this process's
 * environment, only the PATH to its Node is passed on, with which Prisma starts the schema engine.
 */
export async function runPrisma(args: string[], databaseUrl: string): Promise<PrismaRun> {
  const prisma = createRequire(repositoryRoot).resolve('prisma/build/index.js')
  const child = spawn(process.execPath, [prisma, ...args], {
    cwd: fileURLToPath(repositoryRoot),
    env: {
      DATABASE_URL: connectionUrl(databaseUrl, 'sluice migrate'),
      NO_COLOR: '1',
      PATH: dirname(process.execPath),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const [exitCode, stdout, stderr] = await Promise.all([
    exit,
    text(child.stdout),
    text(child.stderr),
  ])
  return { exitCode, output: withoutPassword(`${stdout}${stderr}`, databaseUrl).trim() }
}

function withoutPassword(output: string, databaseUrl: string): string {
  const { password } = new URL(databaseUrl)
  if (password === '') return output
  return output.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***')
}
