import { createClient, createCluster, defineScript } from '@redis/client'
import { bucketScript } from './script.ts'

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

/**
 * Without a connection, commands are refused instead of queued. Reconnecting starts soon and never stops. A connection
 * whose other end is gone without a word is closed when pings have had no answer for some seconds: otherwise, a probe
 * would wait for it forever.
 */
const connection = {
  disableOfflineQueue: true,
  pingInterval: 1_000,
  socket: {
    connectTimeout: 1_000,
    socketTimeout: 5_000,
    reconnectStrategy: (tries: number) => Math.min(50 * tries, 500),
  },
} as const

/** A client of the servers at `urls`, which form a cluster if there are several. Not connected yet. */
export function connect(urls: readonly string[]) {
  const [url = '', ...others] = urls
  if (others.length === 0) return createClient({ url, scripts, ...connection })
  const { protocol, username, password } = new URL(url)
  const credentials = password && {
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
  // The URLs are used for discovery only. The masters found are contacted with these defaults.
  const socket = protocol === 'rediss:' ? { ...connection.socket, tls: true } : connection.socket
  return createCluster({
    rootNodes: urls.map((root) => ({ url: root, socket: connection.socket })),
    defaults: { ...connection, ...credentials, socket },
    scripts,
  })
}
