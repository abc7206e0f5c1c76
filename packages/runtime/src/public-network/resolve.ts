import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { addressesInHosts } from './hosts-file.ts'

/** Resolves a host's addresses. Rejects if it has none, or none arrives in time. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

interface ResolveOptions {
  /** Name servers, as for `setServers` of node:dns. Default: those of the system. */
  readonly servers?: readonly string[]
  /** From the query to the last answer, including all retries. */
  readonly timeoutMs?: number
  readonly hostsFile?: string
}

/** Shorter than any request's timeout, so that the error tells which of the two was slow. */
const TIMEOUT_MS = 5000
const TRIES = 3

const localhost = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const

/**
 * Resolves hosts chosen by outsiders: from the hosts file, then by DNS. Names are used literally, without the system's
 * search domains.
 *
 * `lookup` of node:dns is unsuitable. It uses getaddrinfo, which cannot be cancelled and has two threads in a process:
 * two names with silent servers would block every other lookup. Here each lookup has a socket of its own, and a
 * timeout.
 */
export function openResolve(options: ResolveOptions = {}): Resolve {
  const { hostsFile = '/etc/hosts' } = options
  return async (hostname) => {
    const hosts = await readFile(hostsFile, 'utf8').catch(() => '')
    const written = addressesInHosts(hosts, hostname)
    if (written.length > 0) return written
    return hostname === 'localhost' ? localhost : ask(hostname, options)
  }
}

async function ask(
  hostname: string,
  { servers, timeoutMs = TIMEOUT_MS }: ResolveOptions,
): Promise<LookupAddress[]> {
  // One per lookup: `cancel` ends everything that a resolver is doing.
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 5), tries: TRIES })
  if (servers) resolver.setServers(servers)
  const deadline = setTimeout(() => resolver.cancel(), timeoutMs)
  try {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  } finally {
    clearTimeout(deadline)
  }
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  if (answer.status === 'rejected') return []
  return answer.value.map((address) => ({ address, family }))
}
