/** What the client knows of one operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** OpenAPI form: `/v2/thing/{thingId}`. */
  readonly path: string
  /** The media type of the body. A body that is not JSON is sent as it is. */
  readonly bodyType: string
  /**
   * Does it answer pages, each with the cursor of the next? `items`: of a list. `answer`: each is an answer of its own, as
   * a part of a series.
   */
  readonly paged: 'items' | 'answer' | null
  /** Tables that its answer can be written as. */
  readonly tables: readonly ('csv' | 'arrow')[]
  /** The rate limit that it draws on; `ingest` is `standard` in organizations without dedicated ingestion. */
  readonly tier: 'standard' | 'data-read' | 'ingest' | 'open'
  /**
   * What a repeat does when the first answer was lost. `harmless`: nothing more. `keyed`: nothing more,
   * under the same Idempotency-Key. `unsafe`: perhaps something else, so only refused calls are repeated.
   */
  readonly repeat: 'harmless' | 'keyed' | 'unsafe'
}
