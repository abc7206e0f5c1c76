/** What a bystander requests, and how often. */
export interface Calls {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** In turn. `{from}` and `{to}` become a day, each time another: see {@link dayOf}. */
  readonly paths: readonly string[]
  readonly everyMs: number
}

/** One call of the bystander. */
export interface Wait {
  /** When it was sent: milliseconds of the epoch. */
  readonly at: number
  readonly ms: number
  /** The status that is not 200, or the error of the connection. */
  readonly fault?: string | undefined
}
