/** Bytes of bodies in flight, held until their request is answered, or of answers, held until they are sent. */
export interface Hold {
  /** Counts bytes; returns false, without counting them, if they exceed the owner's share. */
  add(bytes: number): boolean
  /** Releases all of them. */
  release(): void
}

/**
 * Shares an amount of memory among owners: each may hold as much as is left free. A single owner gets half, a second
 * one half of the rest, and so on, so there is always some for the next. Where owners cost nothing, such as addresses, a
 * bound for each keeps a few of them from holding nearly all.
 */
export function byteShares(total: number, perOwner = total): (owner: string) => Hold {
  const held = new Map<string, number>()
  let free = total

  return (owner) => {
    let own = 0
    return {
      add(bytes) {
        const all = held.get(owner) ?? 0
        if (all + bytes > Math.min(free - bytes, perOwner)) return false
        held.set(owner, all + bytes)
        free -= bytes
        own += bytes
        return true
      },
      release() {
        const rest = (held.get(owner) ?? 0) - own
        if (rest > 0) held.set(owner, rest)
        else held.delete(owner)
        free += own
        own = 0
      },
    }
  }
}
