import { inTime } from './in-time.ts'
import { alive, beat } from './living.ts'

export const IS_STARTED = `SELECT bool_and(started) AS started FROM sample_partitions`

/** Whether a process writes alone. $1 milliseconds of a lease. */
export const IS_ALONE = `SELECT ${alive('alone', '$1')} AS alone`

/** Not while a process writes alone. $1: the highest version of the store, $2 milliseconds of a lease, $3 deadline. */
export const START = `
  WITH asked AS MATERIALIZED (SELECT ${inTime('$3')}, ${alive('alone', '$2')} AS alone), started AS (
    UPDATE sample_partitions SET head = greatest(head, $1::bigint + 1), started = true
    FROM asked WHERE NOT started AND "inTime" AND NOT alone
  )
  SELECT "inTime", alone FROM asked`

/**
 * Ends the log for a process that writes alone, if nothing is pending or parked and no other is alive. The partitions'
 * rows are locked first: an append either comes before, and is pending, or finds the log ended. A tail is the locked
 * row's, so it is at least as new as the offset. $1 the process, $2 milliseconds of a lease, $3 deadline.
 */
export const LEAVE = `
  WITH locked AS MATERIALIZED (
    SELECT tail > applied OR parked > 0 AS pending
    FROM sample_partitions JOIN sample_flushers USING (partition) ORDER BY partition
    FOR NO KEY UPDATE OF sample_partitions
  ), asked AS MATERIALIZED (
    SELECT coalesce(bool_or(pending), false) AS pending, ${alive('id <> $1::uuid', '$2')} AS others, ${inTime('$3')}
    FROM locked
  ), gone AS (
    UPDATE sample_partitions SET started = false
    FROM asked WHERE "inTime" AND NOT pending AND NOT others
    RETURNING head
  ), sole AS (
    ${beat(`SELECT $1::uuid, now() + $2 * interval '1 millisecond', true, true, '{}'::smallint[] FROM asked WHERE "inTime" AND NOT pending AND NOT others`)}
  )
  SELECT "inTime", pending, others, (SELECT max(head)::text FROM gone) AS head FROM asked`

/** A sole writer is alive. Says whether nodes have started to share the log nevertheless. $1, $2 as above. */
export const SOLE = `
  WITH sole AS (${beat(`VALUES ($1::uuid, now() + $2 * interval '1 millisecond', true, true, '{}'::smallint[])`)})
  SELECT coalesce(bool_or(started), false) AS started FROM sample_partitions`
