import { RESERVING } from '../../database/connections.ts'
import { inTime } from './in-time.ts'

/**
 * Versions stay comparable with those that are times in nanoseconds (of a single node's log, and of earlier versions),
 * so the next one is at least the database's time. Within a partition only the order of commits decides. It is the
 * transaction's time, which is the same throughout a statement.
 */
const NEXT = `greatest(head, (extract(epoch FROM now()) * 1000000)::bigint * 1000)`

/**
 * The partition's row is locked until the record is committed, so positions are in commit order, and nobody sees a
 * record before those ahead of it. $1 partition, $2 versions, $3 bytes, $4 limit of pending bytes, then the record, $11
 * deadline.
 */
export const APPEND = `
  WITH locked AS (
    SELECT started, started AND ("pendingBytes" = 0 OR "pendingBytes" + $3::int <= $4::bigint) AS roomy
    FROM sample_partitions WHERE partition = $1 FOR NO KEY UPDATE
  ), asked AS MATERIALIZED (
    SELECT started, roomy, ${inTime('$11')} FROM locked
  ), one AS (
    UPDATE sample_partitions
    SET head = ${NEXT} + $2::int, tail = ${NEXT} + $2::int, previous = tail, "pendingBytes" = "pendingBytes" + $3::int
    FROM asked WHERE partition = $1 AND roomy AND "inTime"
    RETURNING head, previous
  ), appended AS (
    INSERT INTO sample_records (partition, position, "end", previous, runs, organizations, things, earliest, latest, record)
    SELECT $1, head - $2::int, head, previous, $5, $6, $7, $8, $9, $10 FROM one
    RETURNING 1
  )
  SELECT "inTime", started, EXISTS (SELECT FROM appended) AS appended FROM asked`

/** Harmless however late it is executed: it only raises later versions. */
export const TAKE_VERSION = `
  UPDATE sample_partitions SET head = ${NEXT} + 1 WHERE partition = $1 AND started
  RETURNING head::text AS version`

/**
 * Raises versions by ten seconds above one that was lost: others were lost with it. Numbers may have been lost, too, of
 * which ClickHouse has samples, so it skips more than are allocated meanwhile. $1 partition, $2 version.
 */
export const RAISE = `
  WITH raised AS (
    UPDATE sample_partitions SET head = greatest(head, $2::bigint + 10000000000) WHERE partition = $1 AND started
  ), locked AS MATERIALIZED (
    SELECT ${RESERVING}
  )
  SELECT setval(of, nextval(of) + 1000)
  FROM locked, unnest('{organizations_number_seq, things_number_seq, metric_keys_number_seq}'::regclass[]) AS of`
