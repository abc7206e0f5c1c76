/** Reads rows of an organization by their ids, as far as they exist. */
export type LoadMany<Row> = (
  organizationId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Row>>

/** Reads one of them; null when there is none. */
type Load<Row> = (organizationId: string, id: string) => Promise<Row | null>

/**
 * Reads in one statement what is asked of an organization in one turn of the event loop: a call about hundreds of things, or
 * hundreds of connections that begin together, would otherwise make as many.
 */
export function inLots<Row>(load: LoadMany<Row>): Load<Row> {
  const lots = new Map<string, { readonly ids: string[]; readonly rows: ReturnType<typeof load> }>()

  function open(organizationId: string) {
    const ids: string[] = []
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      lots.delete(organizationId)
      return load(organizationId, ids)
    })
    const lot = { ids, rows }
    lots.set(organizationId, lot)
    return lot
  }

  return async (organizationId, id) => {
    const { ids, rows } = lots.get(organizationId) ?? open(organizationId)
    ids.push(id)
    return (await rows).get(id) ?? null
  }
}
