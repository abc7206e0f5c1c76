import { spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isSupervised } from '../process/supervised.ts'
import type { PostgresBinaries } from './binaries.ts'
import { postgresFailure } from './failures.ts'
import type { Account } from './traversable.ts'

export type Cluster = {
  directory: string
  password: string
  binaries: PostgresBinaries
  account: Account | undefined
}

/** The superuser of the embedded Postgres. */
export const role = 'postgres'

/**
 * Creates the data directory. initdb works in a sibling, which gets the real name only when it is complete and on disk:
 * a kill halfway leaves a leftover that the next call removes, never half a cluster.
 */
export async function initialize(cluster: Cluster): Promise<void> {
  const { directory, account } = cluster
  const parent = path.dirname(directory)
  const prefix = `${path.basename(directory)}.new-`
  await removeLeftovers(parent, prefix)
  const scratch = await mkdtemp(path.join(parent, `${prefix}${process.pid}-`))
  try {
    await giveTo(scratch, account)
    await runInitdb(cluster, scratch)
    await rename(path.join(scratch, 'data'), directory).catch(ignoreExisting)
    await syncDirectory(parent)
  } finally {
    await remove(scratch)
  }
}

/** Leaves alone what another keeper is currently creating. */
async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  const left = names.filter((name) => !isSupervised(Number.parseInt(name.slice(prefix.length), 10)))
  await Promise.all(left.map((name) => remove(path.join(parent, name))))
}

/** With retries, since an initdb whose keeper was killed may still be writing there. */
function remove(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** A concurrent start may have been first; whether its Postgres can be used turns out when this one starts. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}

async function runInitdb(cluster: Cluster, scratch: string): Promise<void> {
  const { binaries, account } = cluster
  const passwordFile = path.join(scratch, 'password')
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 })
  await giveTo(passwordFile, account)
  const data = path.join(scratch, 'data')
  await mkdir(data, { mode: 0o700 })
  await giveTo(data, account)
  const { code, output } = await run(binaries.initdb, initdbArguments(data, passwordFile), account)
  await rm(passwordFile, { force: true })
  if (code !== 0) throw postgresFailure('initdb failed', output, { ...cluster, port: 0 })
}

function initdbArguments(data: string, passwordFile: string): string[] {
  return [
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    `--username=${role}`,
    '--auth-host=scram-sha-256',
    '--auth-local=scram-sha-256',
    '--encoding=UTF8',
    // Postgres' own Unicode rules: the same order and case mapping on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
}

function run(
  program: string,
  args: string[],
  account: Account | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

async function giveTo(file: string, account: Account | undefined): Promise<void> {
  if (account) await chown(file, account.uid, account.gid)
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}
