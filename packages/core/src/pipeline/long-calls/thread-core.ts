import type { Core } from '../../context.ts'
import { openDatabase } from '../../database/client.ts'
import { knownThingsOf } from '../../known-things/index.ts'
import type { ThreadOptions } from './open.ts'

/** The core for handlers on the thread: only Postgres. If one needs anything else, {@link threadRows} is wrong. */
export function openThreadCore({
  databaseUrl,
  connections,
  peppers,
  localReceivers,
}: ThreadOptions): Core {
  const db = openDatabase(databaseUrl, connections)
  return {
    db,
    peppers,
    localReceivers,
    clock: () => new Date(),
    knownThings: knownThingsOf(db, deaf),
    telemetry: absent('telemetry'),
    buckets: absent('buckets'),
    reserves: absent('reserves'),
    addresses: absent('addresses'),
    knownKeys: absent('knownKeys'),
    changes: absent('changes'),
    lastSeen: absent('lastSeen'),
    usage: absent('usage'),
    sampleCounts: absent('sampleCounts'),
    callTurns: absent('callTurns'),
  }
}

/** Receives no changes, so nothing is cached. */
const deaf = { isCurrent: () => false, subscribe: () => {} }

function absent<Store extends object>(store: string): Store {
  return new Proxy({} as Store, {
    get() {
      throw notHere(store)
    },
  })
}

function notHere(store: string): Error {
  return new Error(`Calls on the thread of long calls have no ${store}.`)
}
