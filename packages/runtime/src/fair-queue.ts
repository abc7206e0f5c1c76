/**
 * A bounded resource, such as a pool of connections, shared fairly by its owners.
 *
 * An owner may begin another piece of work only while it holds fewer slots than are free. So one alone gets half of
 * them, a second one half of the rest, and so on: whoever comes next finds a free slot, however much the others ask
 * for. What an owner asks beyond waits in a queue of its own. A slot that gets free goes to the owners in turn, and
 * nothing waits that may begin. A queue is bounded in length and in time: beyond, its owner alone is refused.
 */
export interface FairQueue {
  /** Takes a slot, at once where one is free for the owner. Call what comes back when the work is done; rejects as refused. */
  enter(owner: string): Leave | Promise<Leave>
  /** Runs work while it holds a slot. */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
  counts(): QueueCounts
}

/** Pieces of work: under way, waiting, and refused since the start. */
export interface QueueCounts {
  readonly held: number
  readonly waiting: number
  readonly refused: number
}

/** Gives a slot back. Only the first call counts. */
export type Leave = () => void

export interface FairQueueOptions {
  /** Pieces of work at once. */
  readonly slots: number
  /** Most of them for one owner; half of them in any case. */
  readonly perOwner?: number
  /** Most that may wait of one owner. */
  readonly longest: number
  /** Longest that one waits, in milliseconds. */
  readonly patience: number
  /** Makes the error for an owner whose queue is too long or too slow. */
  readonly refusal: () => Error
}

interface Waiting {
  readonly begin: (leave: Leave) => void
  readonly timer: ReturnType<typeof setTimeout>
}

interface Owner {
  held: number
  /** In the order in which they came; a set, since one that waited too long leaves from within. */
  readonly waiting: Set<Waiting>
}

export function fairQueue(options: FairQueueOptions): FairQueue {
  const { slots, perOwner = slots, longest, patience, refusal } = options
  const owners = new Map<string, Owner>()
  /** Those that have something waiting, the one whose turn it is first. */
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

  /** Goes on until no owner that waits may begin: an owner that leaves may free the way for more than one. */
  function handOut() {
    for (let name = next(); name !== undefined; name = next()) {
      const owner = ownerOf(name)
      const [first] = owner.waiting
      if (!first) return
      clearTimeout(first.timer)
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

  function wait(name: string, owner: Owner): Promise<Leave> {
    if (owner.waiting.size >= longest) return Promise.reject(refuse())
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        owner.waiting.delete(one)
        if (owner.waiting.size === 0) turns.delete(name)
        forget(name, owner)
        reject(refuse())
      }
      const one = { begin: resolve, timer: setTimeout(giveUp, patience) }
      owner.waiting.add(one)
      turns.add(name)
    })
  }

  function enter(name: string): Leave | Promise<Leave> {
    const owner = ownerOf(name)
    return owner.waiting.size === 0 && mayBegin(owner) ? begin(name, owner) : wait(name, owner)
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
    counts: () => ({
      held: slots - free,
      waiting: [...owners.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
      refused,
    }),
  }
}
