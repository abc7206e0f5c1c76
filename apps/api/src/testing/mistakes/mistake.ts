/** What a newcomer does wrong, and all that the API says of it: its status with the first fault, or the detail where there are none. */
export interface Mistake {
  readonly what: string
  /** Method and path. */
  readonly call: string
  /** Sent as it is where it is a text, else as JSON. */
  readonly body?: unknown
  /** Besides a good key and JSON; null leaves one of these out. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly said: readonly string[]
}
