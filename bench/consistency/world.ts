import type { Answer, Call } from './call.ts'
import type { Node } from './cluster/node.ts'
import type { Cluster } from './cluster/open.ts'
import type { Dice } from './dice.ts'
import type { Unjudged } from './judgement.ts'
import type { Act } from './model/act.ts'

/** Kinds of what may be found. */
export type Verdict = 'lost' | 'wrong' | 'late' | 'failed'

/** What the workers of a run share. */
export interface World {
  readonly cluster: Cluster
  readonly call: Call
  /** Milliseconds since the run began. */
  now(): number
  /** Since when nothing strikes, by the same clock; infinite while something does. */
  calmSince: number
  /** True once the workers are to come to an end. */
  isEnding(): boolean
  /** False while too little was judged since the last fault. */
  mayStrike(): boolean
  begin(kind: Act['kind'], node: Node, burst?: number): Act
  nextBurst(): number
  /** What struck when, for reports. */
  readonly events: { readonly at: number; readonly text: string }[]
  readonly counts: Counts
  /** How often questions were not answered, by reason. */
  readonly refusals: Map<string, number>
  /** Takes in a fault that was found. */
  found(verdict: Verdict, report: string): void
}

export interface Counts {
  writes: number
  samples: number
  unknown: number
  erasures: number
  deletions: number
  changes: number
  questions: number
  /** Questions and answers that were 503 or none. */
  refused: number
  /** Answers that were not judged, by cause. */
  readonly unjudged: Record<Unjudged, number>
  /** Faults that struck. */
  strikes: number
}

export function noCounts(): Counts {
  return {
    ...{ writes: 0, samples: 0, unknown: 0, erasures: 0, deletions: 0, changes: 0 },
    ...{ questions: 0, refused: 0, strikes: 0 },
    unjudged: { erasing: 0, unanswered: 0, pages: 0 },
  }
}

export function unjudgedIn({ unjudged }: Counts): number {
  return Object.values(unjudged).reduce((sum, count) => sum + count, 0)
}

/** Any node, or with luck another one than that. */
export function anyNode({ nodes }: Cluster, dice: Dice, not?: string): Node {
  const others = nodes.filter(({ name }) => name !== not)
  return dice.of(others.length > 0 && dice.chance(0.8) ? others : nodes)
}

/** Ends an act by what was answered. */
export function finish(world: World, act: Act, { status, text, unheard }: Answer): Act {
  act.ended = world.now()
  act.answer = status === 0 ? text : String(status)
  const isDone = status >= 200 && status < 300
  const isNothing = unheard || (status >= 400 && status < 500)
  act.outcome = isDone ? 'acknowledged' : isNothing ? 'refused' : 'unknown'
  act.isOver = act.outcome !== 'unknown'
  return act
}
