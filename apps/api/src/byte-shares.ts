/** Bytes of bodies that are under way, held until their request is answered. */
export interface Hold {
  /** Counts bytes that have come; false, and nothing counted, where they are more than the owner's share. */
  add(bytes: number): boolean
  /** Gives all of them back. */
  release(): void
}

/**
 * Shares an amount of memory among owners: one may hold as much as is free besides. Alone it gets half, a second one
 * half of the rest, and so on, so that whoever comes next finds some.
 */
export function byteShares(total: number): (owner: string) => Hold {
  const held = new Map<string, number>()
  let free = total

  return (owner) => {
    let own = 0
    return {
      add(bytes) {
        const all = held.get(owner) ?? 0
        if (all + bytes > free - bytes) return false
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
