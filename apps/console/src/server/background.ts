/** Work that no answer waits for. */
export interface Background {
  /**
   * Begins work, or queues it behind other work of its kind.
   *
   * @throws Error with the code `queue-full`, as a rejection, where too much of its kind waits
   */
  run(kind: string, work: () => Promise<unknown>): Promise<void>
  /** Settles when nothing is under way. */
  done(): Promise<void>
}

/** Of each kind, so that a slow mail server delays no entry of the security log. */
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

/** The turn goes to what has waited longest. */
function passOn(lane: Lane): void {
  const next = lane.waiting.shift()
  if (next) next()
  else lane.running -= 1
}
