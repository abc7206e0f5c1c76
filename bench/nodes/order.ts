/** What a node is to do. */
export interface Order {
  readonly url: string
  readonly nodes: number
  /** Callers, each asking one unit after the other. */
  readonly clients: number
  /** How far its own clock is ahead, in milliseconds. */
  readonly ahead: number
  readonly organization: string
}

/** By tier: what it admitted, and how much of that while the server was out. */
export type NodeReport = Record<string, { admitted: number; local: number }>

/** Two tiers, with rates that a run saturates. */
export const tiers = {
  standard: { perMinute: 6_000, burst: 1_000 },
  'data-read': { perMinute: 60_000, burst: 10_000 },
} as const
