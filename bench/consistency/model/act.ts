/** A value of a sample; undefined where there is none. */
export type Value = number | boolean | string

/** A call that changes samples, and what became of it. Times are milliseconds since the run began. */
export interface Act {
  /** In the order of their begin. */
  readonly id: number
  readonly kind: 'write' | 'erase' | 'delete'
  /** The node that it was sent to. */
  readonly node: string
  readonly began: number
  /** Calls of one burst are under way at once, so that any of them may be the last. */
  readonly burst: number
  ended: number
  /** Refused: it certainly did nothing. Unknown: no answer, or 503. */
  outcome: 'acknowledged' | 'refused' | 'unknown'
  /** What was answered, for the report. */
  answer: string
  /** Whether it can no longer take effect later than now. */
  isOver: boolean
}

/** What a register holds once an act took effect. */
export interface Claim {
  readonly value: Value | undefined
  readonly act: Act
}
