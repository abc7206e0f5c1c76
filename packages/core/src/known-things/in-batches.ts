/** Reads those rows of an organization with these ids that exist. */
export type LoadMany<Row> = (
  organizationId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Row>>

/** Reads one row; null if there is none. */
type Load<Row> = (organizationId: string, id: string) => Promise<Row | null>

/**
 * Batches the lookups of an organization in one turn of the event loop into one statement. A call about hundreds of
 * things, or hundreds of connections that start together, would otherwise make as many.
 */
export function inBatches<Row>(load: LoadMany<Row>): Load<Row> {
  const batches = new Map<
    string,
    { readonly ids: string[]; readonly rows: ReturnType<typeof load> }
  >()

  function open(organizationId: string) {
    const ids: string[] = []
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batches.delete(organizationId)
      return load(organizationId, ids)
    })
    const batch = { ids, rows }
    batches.set(organizationId, batch)
    return batch
  }

  return async (organizationId, id) => {
    const { ids, rows } = batches.get(organizationId) ?? open(organizationId)
    ids.push(id)
    return (await rows).get(id) ?? null
  }
}
