/** What the client knows of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** OpenAPI form: `/v2/thing/{thingId}`. */
  readonly path: string
  /** The media type of the body. A body that is not JSON is sent unchanged. */
  readonly bodyType: string
  /**
   * Whether answers are pages, each with the cursor of the next. `items`: pages of a list. `answer`: each is an answer
   * by itself, such as a part of a series.
   */
  readonly paged: 'items' | 'answer' | null
  /** The table formats of its answer. */
  readonly tables: readonly ('csv' | 'arrow')[]
  /** The rate limit it draws on; `ingest` counts as `standard` in organizations without dedicated ingestion. */
  readonly tier: 'standard' | 'data-read' | 'ingest' | 'open'
  /** Whether the service keeps a reserve for it, for when the rate limit is used up. */
  readonly hasReserve: boolean
  /**
   * The effect of a repeat if the first answer was lost. `harmless`: none. `keyed`: none, with the same
   * Idempotency-Key. `unsafe`: a second effect, so only refused calls are repeated.
   */
  readonly repeat: 'harmless' | 'keyed' | 'unsafe'
}
