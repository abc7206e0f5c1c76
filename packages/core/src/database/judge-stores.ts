/** What the parts of an installation say about it. Ids are those of installations. */
export interface StoresFound {
  /** `joined`: a ClickHouse has stored the id. `inUse`: it has organizations. */
  readonly database: { readonly id: string | undefined; joined: boolean; inUse: boolean }
  /** `inUse`: it has tenants' rows. */
  readonly telemetry: { readonly ids: readonly string[]; readonly inUse: boolean }
  /** The id stored in the data directory, if that contains a store. */
  readonly remembered: string | undefined
}

/** The place of a store, for messages: an embedded one's directory, or a server's host and database. Has no password. */
export interface StorePlace {
  readonly name: string
  readonly embedded: boolean
}

export interface StorePlaces {
  readonly database: StorePlace
  readonly telemetry: StorePlace
}

/**
 * Why these stores must not be used together; undefined if they may. Postgres allocates the numbers in ClickHouse's
 * rows: over foreign rows, a new tenant would read an old one's data.
 */
export function judgeStores(found: StoresFound, places: StorePlaces): string | undefined {
  const { database, telemetry, remembered } = found
  const postgres = `Postgres (${places.database.name})`
  const clickhouse = `ClickHouse (${places.telemetry.name})`
  const [noted] = telemetry.ids

  if (database.id === undefined) {
    if (noted !== undefined) {
      const fault = `${postgres} is new, or of an earlier backup: ${clickhouse} belongs to another one. ${advice}`
      if (!database.inUse || places.database.embedded) return fault
      return `${fault} ${sql('Postgres', `(id, joined) VALUES ('${noted}', true)`)}`
    }
    if (remembered !== undefined)
      return `${postgres} is new, or of an earlier backup: the data directory belongs to another one. ${advice}`
    if (database.inUse || !telemetry.inUse) return undefined
    return `${clickhouse} holds data of organizations, and ${postgres} has none. ${advice}`
  }
  if (telemetry.ids.some((id) => id !== database.id))
    return `${clickhouse} and ${postgres} belong to different installations. ${advice}`
  if (remembered !== undefined && remembered !== database.id)
    return `The data directory and ${postgres} belong to different installations. ${advice}`
  if (noted === undefined && database.joined) {
    const fault = `${clickhouse} is new, or of an earlier backup: ${postgres} belongs to another one. ${advice}`
    if (places.telemetry.embedded) return fault
    return `${fault} ${sql('ClickHouse', `(id) VALUES ('${database.id}')`)}`
  }
  return undefined
}

const advice =
  'Give stores that belong together, or new ones for all: see docs/operations/backup.md.'

const sql = (store: string, row: string) =>
  `If these do belong together, run in ${store}: INSERT INTO installation ${row}`
