import type { ClickHouseClient } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { type FairQueue, fairQueue, getOrMake } from '@sluice/runtime'
import { unavailable } from '../unavailable.ts'

export interface DeletingStore {
  readonly client: Pick<ClickHouseClient, 'query' | 'command'>
  readonly layout: Layout
}

export interface Removal {
  readonly table: string
  /** The condition of the rows. */
  readonly rows: string
  readonly params: Readonly<Record<string, unknown>>
  /** The partitions that have such rows, if known: a statement touches every part of its partition, or of all. */
  readonly partitions?: readonly string[] | undefined
  /** Whose turn it takes. */
  readonly owner: string
}

/** Statements of a removal, should ClickHouse lose some. */
const MAX_STATEMENTS = 5

/** By table: each has one statement at a time. */
const turns = new Map<string, FairQueue>()

/**
 * Removes rows of a table on every replica, and makes sure that they are gone.
 *
 * ClickHouse may lose one of several concurrent DELETE statements of a table, although all are acknowledged and done: of
 * those that it applies to a part together, one may have no effect (Altinity/ClickHouse#2331; seen here with 26.7, for
 * 3 to 8 of a thousand). So a process runs one at a time, which also takes less time, and looks for rows afterwards,
 * since other nodes delete as well.
 *
 * @throws if rows are still there
 */
export function removeForGood(store: DeletingStore, removal: Removal): Promise<void> {
  return inTurn(removal, async () => {
    for (let statements = 0; statements < MAX_STATEMENTS; statements += 1) {
      await deleteRows(store, removal)
      // Only now, as the condition covers all partitions.
      if (!(await hasRows(store, removal))) return
    }
    throw new Error(`ClickHouse has kept rows of ${removal.table} that it was to delete.`)
  })
}

/** The same without looking afterwards: for what is repeated anyway, or what others may insert meanwhile. */
export function removeRows(store: DeletingStore, removal: Removal): Promise<void> {
  return inTurn(removal, () => deleteRows(store, removal))
}

/** Whether a table has such rows. */
export async function hasRows(
  { client }: DeletingStore,
  { table, rows, params }: Omit<Removal, 'owner'>,
): Promise<boolean> {
  const query = `SELECT 1 FROM ${table} WHERE ${rows} LIMIT 1`
  const found = await client.query({ query, query_params: { ...params }, format: 'JSONCompact' })
  return (await found.json<unknown[]>()).data.length > 0
}

function inTurn(
  { table, owner }: Pick<Removal, 'table' | 'owner'>,
  work: () => Promise<void>,
): Promise<void> {
  return getOrMake(turns, table, oneByOne).run(owner, work)
}

function oneByOne(): FairQueue {
  const refusal = () => unavailable(new Error('Too many removals wait for their turn.'))
  return fairQueue({ slots: 1, longest: 64, patience: 60_000, refusal })
}

async function deleteRows(
  { client, layout }: DeletingStore,
  { table, rows, params, partitions }: Removal,
): Promise<void> {
  const clauses = partitions?.map((partition) => ` IN PARTITION ${partition}`) ?? ['']
  for (const clause of clauses) {
    await client.command({
      query: `DELETE FROM ${layout.rowsOf(table)}${clause} WHERE ${rows}`,
      query_params: { ...params },
      // Waits until the rows are gone on every replica.
      clickhouse_settings: { lightweight_deletes_sync: '2', wait_end_of_query: 1 },
    })
  }
}
