import type { BucketStore, Draw, OnFault, Tokens } from '../store.ts'
import { type Lane, openLane } from './lane.ts'
import { standBy } from './outage.ts'
import { type Answer, openServer } from './server.ts'
import { LANES, laneOf, nobodyIn } from './slots.ts'

export interface SharedOptions {
  /** One server, or some servers of a cluster: `redis://user:password@host:port`. */
  readonly urls: readonly string[]
  /** The number of nodes that share the buckets: each serves its part while they are unreachable. */
  readonly nodes: number
  readonly clock: () => number
  /** For tests; the default is the server's clock. */
  readonly serverClock?: () => number
  /** The most milliseconds that a request waits for the shared buckets. */
  readonly patience?: number
  /** For tests: calls `tick` at will until the returned function is called. Default: every 20 ms. */
  readonly ticker?: (tick: () => void) => () => void
  /** Called when some of the buckets become unreachable, and when all are reachable again. */
  readonly onFault?: OnFault
}

/** Milliseconds between checks for timeouts and probes of a server that is out. */
const TICK = 20

function everyTick(tick: () => void) {
  const timer = setInterval(tick, TICK)
  timer.unref()
  return () => clearInterval(timer)
}

/** Buckets that many nodes share exactly, through Valkey or Redis. No request waits for them longer than a moment. */
export function sharedBuckets(options: SharedOptions): BucketStore {
  const { urls, nodes, clock, serverClock, patience = 100, ticker = everyTick, onFault } = options
  const server = openServer(urls, serverClock)
  const standby = standBy(clock, nodes)
  const lanes: Lane[] = Array.from({ length: urls.length > 1 ? LANES : 1 }, (_, lane) =>
    openLane({
      ...{ server, standby, onChange },
      patience: Math.ceil(patience / TICK),
      example: exampleOf(nobodyIn(lane)),
    }),
  )
  const laneFor = (organization: string) => (lanes[laneOf(organization)] ?? lanes[0]) as Lane
  const stopTicking = ticker(() => {
    for (const lane of lanes) lane.tick()
  })
  let reported: unknown
  let closed = false

  const fault = () => lanes.map((lane) => lane.fault()).find((cause) => cause !== undefined)

  function onChange() {
    if (closed) return
    const now = fault()
    if ((now === undefined) !== (reported === undefined)) onFault?.(now)
    reported = now
  }

  return {
    take: (draw) =>
      laneFor(draw.organization).call(draw, {
        ask: ({ ask }) => ask('take', draw),
        read: (answer) => answer,
        local: (own) => own.take(draw),
        undo: ({ refusedBy }) => (refusedBy === undefined ? { units: -1, failures: 0 } : undefined),
      }),
    giveBack: (draw) =>
      laneFor(draw.organization).call(draw, {
        ask: ({ ask }) => ask('back', draw),
        read: tokensOf,
        local: (own) => own.giveBack(draw),
        undo: () => ({ units: 1, failures: -1 }),
      }),
    look: (draw) =>
      laneFor(draw.organization).call(draw, {
        ask: ({ ask }) => ask('look', draw),
        read: tokensOf,
        local: (own) => own.look(draw),
        undo: () => undefined,
      }),
    fault,
    async close() {
      closed = true
      stopTicking()
      server.close()
    },
  }
}

/** It is full again after a millisecond, and then expires. */
function exampleOf(organization: string): Draw {
  const limit = { perMinute: 60_000, burst: 1 }
  return { organization, tier: 'standard', limit, key: undefined, share: undefined }
}

function tokensOf({ tier, share, failures }: Answer): Tokens {
  return { tier, share, failures }
}
