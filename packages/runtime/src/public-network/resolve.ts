import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { addressesInHosts } from './hosts-file.ts'

/** Finds a host's addresses. Rejects where it has none, or none is told in time. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

interface ResolveOptions {
  /** Name servers, as `setServers` of node:dns takes them; those of the system where left out. */
  readonly servers?: readonly string[]
  /** From the question to the last answer, all repeats included. */
  readonly timeoutMs?: number
  readonly hostsFile?: string
}

/** Less than any request may take, so that the request's end tells which of the two was slow. */
const TIMEOUT_MS = 5000
const TRIES = 3

const localhost = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const

/**
 * Looks hosts up that somebody outside chose: in the hosts file, then by DNS. Names are taken as they stand, without the
 * system's search domains.
 *
 * `lookup` of node:dns is no way to do so. It is getaddrinfo, which cannot be cancelled and has two threads in a process:
 * two names whose servers are silent would stop every other lookup. Here each has a socket of its own, and an end.
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
  // One for each lookup: `cancel` ends all that a resolver has under way.
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
