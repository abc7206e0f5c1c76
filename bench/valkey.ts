import { readFileSync } from 'node:fs'
import { startServer, type TestServer } from '../packages/core/src/buckets/testing/valkey-server.ts'
import { installed, isThere } from './debian.ts'

/** A Valkey, or Redis, of this bench's own. */
export interface ValkeyServer extends TestServer {
  /** CPU seconds that it has used, user and system. */
  cpu(): number
}

/** Starts one with an append-only file, as the README advises; undefined where there is none to be had. */
export async function startValkey(): Promise<ValkeyServer | undefined> {
  if (!(await isToBeHad())) return undefined
  const server = await startServer()
  return { ...server, cpu: () => cpuOf(server.pid()) }
}

/** Debian has Valkey from version 13 on, and Redis before it. */
async function isToBeHad(): Promise<boolean> {
  const names = ['valkey-server', 'redis-server']
  for (const name of names) if (await isThere(name)) return true
  for (const name of names) if (await installed(name, [name])) return true
  return false
}

/** From /proc: the fields after the name, in hundredths of a second. */
export function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
