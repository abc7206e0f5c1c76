/** What the form starts with. */
export interface Start {
  readonly applicationId: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** Incremented to restart the form, even with the same application. */
  readonly turn: number
}
