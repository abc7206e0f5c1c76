/** How often the bystander asks. */
export const EVERY_MS = 5

/** One call of the bystander. */
export interface Wait {
  /** When it was sent: milliseconds of the epoch. */
  readonly at: number
  readonly ms: number
  readonly ok: boolean
}
