/** Work that no response waits for. */
export interface Background {
  /**
   * Starts work, or queues it behind other work of its kind.
   *
   * @throws Error with the code `queue-full`, as a rejection, if too much of its kind is waiting
   */
  run(kind: string, work: () => Promise<unknown>): Promise<void>
  /** Resolves once no work is running or waiting. */
  done(): Promise<void>
}

/** Limits per kind, so that a slow mail server does not delay the security log. */
const AT_ONCE = 4
const MOST_WAITING = 1000

interface Lane {
  running: number
  readonly waiting: (() => void)[]
}

export function openBackground(): Background {
  const lanes = new Map<string, Lane>()
  const underWay = new Set<Promise<void>>()

  async function run(kind: string, work: () => Promise<unknown>): Promise<void> {
    const lane = lanes.get(kind) ?? { running: 0, waiting: [] }
    lanes.set(kind, lane)
    await turnIn(lane)
    try {
      await work()
    } finally {
      passOn(lane)
    }
  }

  return {
    run(kind, work) {
      const running = run(kind, work)
      const forget = () => {
        underWay.delete(settled)
      }
      const settled: Promise<void> = running.then(forget, forget)
      underWay.add(settled)
      return running
    },
    async done() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

async function turnIn(lane: Lane): Promise<void> {
  if (lane.running < AT_ONCE) {
    lane.running += 1
    return
  }
  if (lane.waiting.length >= MOST_WAITING) {
    throw Object.assign(new Error('Too much waits.'), { code: 'queue-full' })
  }
  await new Promise<void>((resolve) => lane.waiting.push(resolve))
}

/** Hands the slot to the work that has waited longest. */
function passOn(lane: Lane): void {
  const next = lane.waiting.shift()
  if (next) next()
  else lane.running -= 1
}
