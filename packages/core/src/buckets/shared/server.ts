import { createClient, createCluster, defineScript } from '@redis/client'
import type { Limit } from '@sluice/contract'
import { type Draw, failuresLimit, type Taken } from '../store.ts'
import { bucketScript } from './script.ts'

/** One answer of the script. */
export type Answer = Taken

type Operation = 'take' | 'back' | 'look' | 'charge'

/** The server or cluster that buckets are shared through. */
export interface Server {
  /** Rejects while the server cannot be reached. `units` are those of a charge. */
  ask(operation: Operation, draw: Draw, units?: number): Promise<Answer>
  close(): void
}

const scripts = {
  bucket: defineScript({
    SCRIPT: bucketScript,
    NUMBER_OF_KEYS: 1,
    IS_READ_ONLY: false,
    parseCommand(parser, key: string, parts: string[]) {
      parser.pushKey(key)
      parser.push(...parts)
    },
    transformReply: (reply: unknown) => reply as string[],
  }),
}

/** Commands are refused, not queued, while there is no connection; it is tried again soon and for ever. */
const connection = {
  disableOfflineQueue: true,
  socket: {
    connectTimeout: 1_000,
    reconnectStrategy: (tries: number) => Math.min(50 * tries, 500),
  },
} as const

/** Connects to the servers of `urls`, of which several are a cluster. `clock` is for tests: else the server's own rules. */
export function openServer(urls: readonly string[], clock?: () => Date): Server {
  const client = connect(urls)
  // Every command tells of its own failure; without a listener an event would end the process.
  client.on('error', () => {})
  // The first requests wait for the first connection, as long as they would for an answer.
  let opening: Promise<unknown> | undefined = client.connect().finally(() => {
    opening = undefined
  })
  opening.catch(() => {})

  return {
    async ask(operation, draw, units = 0) {
      if (opening !== undefined) await opening
      const { organization, tier, limit, key, share } = draw
      const time = clock ? String(clock().getTime()) : ''
      const ofKey = [key ?? '', ...figuresOf(share), ...figuresOf(failuresLimit(draw))]
      const spared = draw.sparesFailures ? '1' : ''
      const parts = [operation, time, ...figuresOf(limit), ...ofKey, spared, String(units)]
      return answerOf(await client.bucket(`sluice:{${organization}}:${tier}`, parts))
    },
    close: () => client.destroy(),
  }
}

function connect(urls: readonly string[]) {
  const [url = '', ...others] = urls
  if (others.length === 0) return createClient({ url, scripts, ...connection })
  const { username, password } = new URL(url)
  const credentials = password && {
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
  return createCluster({
    rootNodes: urls.map((root) => ({ url: root, socket: connection.socket })),
    defaults: { ...connection, ...credentials },
    scripts,
  })
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
