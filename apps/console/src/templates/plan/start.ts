/** What the form begins with. */
export interface Start {
  readonly applicationId: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** Counts up, so that the same application can be taken up again. */
  readonly turn: number
}
