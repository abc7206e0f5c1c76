/**
 * A bounded resource, such as a pool of connections, shared fairly by its owners.
 *
 * An owner may start more work only while it holds fewer slots than are free. So a single owner gets half of them, a
 * second one half of the rest, and so on: the next few find a free slot, however much the others ask for. Further work
 * waits in a queue per owner. A freed slot goes to the owners in turn, and nothing waits that may start. Queues are
 * bounded in length and time: beyond that, only their owner is refused.
 */
export interface FairQueue {
  /**
   * Takes a slot, synchronously if one is free for the owner. Returns the function to call when the work is done;
   * rejects if refused, and with the signal's reason if that is aborted before the work may start.
   */
  enter(owner: string, signal?: AbortSignal): Leave | Promise<Leave>
  /** Runs work while it holds a slot. */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
  /** Whether work of another owner waits. */
  othersWait(owner: string): boolean
  counts(): QueueCounts
}

/** Work items that run, wait, and were refused since the start. */
export interface QueueCounts {
  readonly held: number
  readonly waiting: number
  readonly refused: number
}

/** Releases a slot. Idempotent. */
export type Leave = () => void

export interface FairQueueOptions {
  /** Concurrent work items. */
  readonly slots: number
  /** The most of them for one owner, which is half of them in any case. */
  readonly perOwner?: number
  /** The most waiting items of one owner. */
  readonly longest: number
  /** The most milliseconds that an item waits. */
  readonly patience: number
  /** Creates the error for an owner whose queue is too long or too slow. */
  readonly refusal: () => Error
}

interface Waiting {
  readonly begin: (leave: Leave) => void
}

interface Owner {
  held: number
  /** In order of arrival; a set, since items that give up leave from the middle. */
  readonly waiting: Set<Waiting>
}

export function fairQueue(options: FairQueueOptions): FairQueue {
  const { slots, perOwner = slots, longest, patience, refusal } = options
  const owners = new Map<string, Owner>()
  /** Owners with waiting items, the next one first. */
  const turns = new Set<string>()
  let free = slots
  let refused = 0

  const mayBegin = ({ held }: Owner) => held < free && held < perOwner

  function ownerOf(name: string): Owner {
    const known = owners.get(name)
    if (known) return known
    const made = { held: 0, waiting: new Set<Waiting>() }
    owners.set(name, made)
    return made
  }

  function begin(name: string, owner: Owner): Leave {
    free -= 1
    owner.held += 1
    let left = false
    return () => {
      if (left) return
      left = true
      free += 1
      owner.held -= 1
      forget(name, owner)
      handOut()
    }
  }

  function forget(name: string, owner: Owner) {
    if (owner.held === 0 && owner.waiting.size === 0) owners.delete(name)
  }

  /** Continues until no waiting owner may start: one owner that leaves may allow several to start. */
  function handOut() {
    for (let name = next(); name !== undefined; name = next()) {
      const owner = ownerOf(name)
      const [first] = owner.waiting
      if (!first) return
      owner.waiting.delete(first)
      turns.delete(name)
      if (owner.waiting.size > 0) turns.add(name)
      first.begin(begin(name, owner))
    }
  }

  function next(): string | undefined {
    if (free === 0) return undefined
    for (const name of turns) {
      if (mayBegin(ownerOf(name))) return name
    }
    return undefined
  }

  function refuse(): Error {
    refused += 1
    return refusal()
  }

  function wait(name: string, owner: Owner, signal?: AbortSignal): Promise<Leave> {
    if (owner.waiting.size >= longest) return Promise.reject(refuse())
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abandon)
      }
      const giveUp = (error: unknown) => {
        settle()
        owner.waiting.delete(one)
        if (owner.waiting.size === 0) turns.delete(name)
        forget(name, owner)
        reject(error)
      }
      const abandon = () => giveUp(signal?.reason)
      const one: Waiting = {
        begin(leave) {
          settle()
          resolve(leave)
        },
      }
      const timer = setTimeout(() => giveUp(refuse()), patience)
      signal?.addEventListener('abort', abandon)
      owner.waiting.add(one)
      turns.add(name)
    })
  }

  function enter(name: string, signal?: AbortSignal): Leave | Promise<Leave> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const owner = ownerOf(name)
    const mayStart = owner.waiting.size === 0 && mayBegin(owner)
    return mayStart ? begin(name, owner) : wait(name, owner, signal)
  }

  return {
    enter,
    async run(name, work) {
      const leave = await enter(name)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    othersWait: (owner) => turns.size > (turns.has(owner) ? 1 : 0),
    counts: () => ({
      held: slots - free,
      waiting: [...owners.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
      refused,
    }),
  }
}
