import type { Limit } from '@sluice/contract'
import { type Draw, failuresLimit, type Taken } from '../store.ts'
import type { connect } from './client.ts'

export type Answer = Taken

type Operation = 'take' | 'back' | 'look' | 'charge'

/** What a charge takes, negative to return it: units of the tier and of the key's share, and failures of the key. */
export interface Charge {
  readonly units: number
  readonly failures: number
}

/** The server or cluster that holds the shared buckets. */
export interface Server {
  /** Rejects if the server is unreachable. */
  ask(operation: Operation, draw: Draw, charge?: Charge): Promise<Answer>
  close(): void
}

/**
 * Connects to the servers at `urls`, which form a cluster if there are several. `clock` is for tests; the default is
 * the server's.
 */
export function openServer(urls: readonly string[], clock?: () => number): Server {
  let client: ReturnType<typeof connect> | undefined
  let closed = false

  async function open(): Promise<void> {
    // Loaded on demand: the library has a third of all modules of a process, and most installations have no shared
    // buckets.
    const { connect } = await import('./client.ts')
    if (closed) return
    client = connect(urls)
    // Connecting is retried forever, and an event reports why it fails. Later, each command reports its own failure.
    const { promise: failed, reject } = Promise.withResolvers<never>()
    client.on('error', reject)
    await Promise.race([client.connect(), failed])
  }

  // The first requests wait for the first connection as long as they would for an answer.
  let opening: Promise<unknown> | undefined = open().finally(() => {
    opening = undefined
  })
  opening.catch(() => {})

  return {
    async ask(operation, draw, { units, failures } = { units: 0, failures: 0 }) {
      if (opening !== undefined) await opening
      const { organization, tier, limit, key, share } = draw
      const time = clock ? String(clock()) : ''
      const ofKey = [key ?? '', ...figuresOf(share), ...figuresOf(failuresLimit(draw))]
      const spared = draw.sparesFailures ? '1' : ''
      const charged = [String(units), String(failures)]
      const parts = [operation, time, ...figuresOf(limit), ...ofKey, spared, ...charged]
      if (client === undefined || closed) {
        throw new Error('The connection to the shared buckets is closed.')
      }
      // A cluster client gives up if no server answers; a single one retries forever.
      if (!client.isOpen) await client.connect()
      return answerOf(await client.bucket(`sluice:{${organization}}:${tier}`, parts))
    },
    close() {
      closed = true
      client?.destroy()
    },
  }
}

function figuresOf(limit: Limit | undefined): string[] {
  return limit ? [String(limit.perMinute), String(limit.burst)] : ['', '']
}

function answerOf([refusedBy, tier, share, failures]: readonly string[]): Answer {
  const tokens = (text: string | undefined) => (text ? Number(text) : undefined)
  return {
    refusedBy: refusedBy ? (refusedBy as Answer['refusedBy']) : undefined,
    tier: Number(tier),
    share: tokens(share),
    failures: tokens(failures),
  }
}
