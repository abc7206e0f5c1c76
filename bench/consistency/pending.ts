import type { Node } from './cluster/node.ts'
import type { Cluster } from './cluster/open.ts'
import type { Act } from './model/act.ts'

/** How long everything that an act needs must have run until the act is over, in milliseconds. */
const WRITE_MS = 15_000
/** The job that finishes an erasure begins after a minute, and is tried again where it fails. */
const ERASE_MS = 130_000
/** A node that was killed within such a job keeps others waiting: for two minutes, and until the next sweep. */
const BLOCKED_MS = 200_000

/** An act without an answer, which may take effect later. */
export interface Pending {
  readonly act: Act
  /** Whether it can no longer take effect. */
  isOver(): boolean
}

export function pendingOf({ nodes, engines, postgres }: Cluster, node: Node, act: Act): Pending {
  const { incarnation } = node
  const at = performance.now()
  const began = [node, ...engines, postgres].map((one) => [one, one.ran] as const)
  const ran = (millis: number) => began.every(([one, before]) => one.ran - before > millis)
  return {
    act,
    isOver() {
      const mayBeBlocked = nodes.some(({ restedAt }) => restedAt > at - BLOCKED_MS)
      if (act.kind === 'erase') return ran(ERASE_MS + (mayBeBlocked ? BLOCKED_MS : 0))
      const isGone = node.incarnation !== incarnation
      const stores = began.slice(1).every(([one, before]) => one.ran - before > WRITE_MS)
      return stores && (isGone || ran(WRITE_MS))
    },
  }
}
