/** Work that no response waits for. */
export interface Background {
  /**
   * Starts work, or queues it behind other work of its kind.
   *
   * @param whom for whom it is, if one of them could keep the others waiting
   * @throws Error with the code `queue-full`, as a rejection, if too much of its kind, or for them, is waiting
   */
  run(kind: string, work: () => Promise<unknown>, whom?: string): Promise<void>
  /** Resolves once no work is running or waiting. */
  done(): Promise<void>
}

/** Limits per kind, so that a slow mail server does not delay the security log. */
const AT_ONCE = 4
const MOST_WAITING = 1000
const MOST_FOR_ONE = 20

interface Waiting {
  readonly begin: () => void
  readonly whom: string | undefined
}

interface Lane {
  running: number
  readonly waiting: Waiting[]
}

export function openBackground(): Background {
  const lanes = new Map<string, Lane>()
  const underWay = new Set<Promise<void>>()

  async function run(kind: string, work: () => Promise<unknown>, whom?: string): Promise<void> {
    const lane = lanes.get(kind) ?? { running: 0, waiting: [] }
    lanes.set(kind, lane)
    await turnIn(lane, whom)
    try {
      await work()
    } finally {
      passOn(lane)
    }
  }

  return {
    run(kind, work, whom) {
      const running = run(kind, work, whom)
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

async function turnIn(lane: Lane, whom: string | undefined): Promise<void> {
  if (lane.running < AT_ONCE) {
    lane.running += 1
    return
  }
  if (lane.waiting.length >= MOST_WAITING || isFullFor(lane, whom)) {
    throw Object.assign(new Error('Too much waits.'), { code: 'queue-full' })
  }
  await new Promise<void>((begin) => lane.waiting.push({ begin, whom }))
}

function isFullFor({ waiting }: Lane, whom: string | undefined): boolean {
  if (whom === undefined) return false
  return waiting.filter((one) => one.whom === whom).length >= MOST_FOR_ONE
}

/** Hands the slot to the work that has waited longest. */
function passOn(lane: Lane): void {
  const next = lane.waiting.shift()
  if (next) next.begin()
  else lane.running -= 1
}
