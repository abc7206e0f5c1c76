import { CHANNEL } from '../signals.ts'
import { inTime } from './in-time.ts'
import { PIECES, RECORD } from './record.ts'

/**
 * Plans the next batch, and notes where it ends. The lease's row is locked meanwhile, so no later lease can begin. Returns
 * none of its records: until a stopped node had read them, the lock would be held. A new batch gets a random id; one noted
 * by a node of an earlier version has none, or that of a batch with other bounds. $1 partition, $2 token, $3 bytes, $4
 * runs, $5 records, $6 whether to discard a batch that is noted, $7 deadline.
 */
export const PLAN = `
  WITH locked AS (
    SELECT applied, planned > applied AS repeats, CASE WHEN planned > applied AND NOT $6::boolean THEN planned END AS noted
    FROM sample_flushers WHERE partition = $1 AND token = $2::bigint FOR UPDATE
  ), lease AS MATERIALIZED (
    SELECT locked.*, ${inTime('$7')} FROM locked
  ), ahead AS (
    SELECT position, "end", noted, octet_length(record) AS bytes, runs::bigint
    FROM lease, LATERAL (
      SELECT position, "end", record, runs FROM sample_records
      WHERE partition = $1 AND position >= applied AND (noted IS NULL OR position < noted) AND NOT parked
      ORDER BY position
      LIMIT CASE WHEN noted IS NULL THEN $5::bigint END
    ) AS one
    WHERE "inTime"
  ), counted AS (
    SELECT "end", noted, sum(bytes) OVER before AS bytes, sum(runs) OVER before AS runs
    FROM ahead
    WINDOW before AS (ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), chosen AS (
    SELECT "end" FROM counted
    WHERE noted IS NOT NULL OR (coalesce(bytes, 0) < $3::bigint AND coalesce(runs, 0) < $4::bigint)
  ), whole AS (
    SELECT applied, noted, max("end") AS "to", concat(applied, '-', max("end")) AS bounds, count(*)::int AS records
    FROM lease, chosen GROUP BY applied, noted
  ), planned AS (
    UPDATE sample_flushers SET planned = "to", batch = CASE
      WHEN noted IS NULL THEN concat(bounds, '-', gen_random_uuid())
      WHEN starts_with(batch, bounds || '-') THEN batch
      ELSE bounds END
    FROM whole
    WHERE partition = $1
    RETURNING planned, batch, records
  )
  SELECT "inTime", applied::text AS "from", planned::text AS "to", repeats, batch, records,
    planned < (SELECT tail FROM sample_partitions WHERE partition = $1) AS more
  FROM lease LEFT JOIN planned ON true`

/** The records of a batch, in order. $1 partition, $2 from, $3 to. */
export const BATCH = `
  SELECT position::text, "end"::text, ${RECORD}
  FROM sample_records, ${PIECES}
  WHERE partition = $1 AND position >= $2::bigint AND position < $3::bigint AND NOT parked
  ORDER BY sample_records.position, piece`

const NOTIFIED = `moved.partition IS NOT NULL AS moved, CASE WHEN moved.partition IS NOT NULL
    THEN pg_notify('${CHANNEL}', concat_ws('/', 'applied', moved.partition, moved.applied, moved.parked)) END AS told`

/**
 * No row if the lease has ended. It must not be executed after it was given up: its batch is inserted again then, also
 * with a second token, and an erasure that saw the offset move would not wait for that. A batch that is not noted any more
 * was lost in a failover; other records may have its place. $1 partition, $2 token, $3 from,
 * $4 to, $5 deadline.
 */
export const FINISH = `
  WITH locked AS (
    SELECT 1 FROM sample_flushers WHERE partition = $1 AND token = $2::bigint FOR UPDATE
  ), lease AS MATERIALIZED (
    SELECT ${inTime('$5')} FROM locked
  ), moved AS (
    UPDATE sample_flushers SET applied = $4::bigint, failing = false
    FROM lease
    WHERE partition = $1 AND token = $2::bigint AND applied = $3::bigint AND planned = $4::bigint AND "inTime"
    RETURNING partition, applied, parked
  ), freed AS (
    UPDATE sample_partitions SET "pendingBytes" = "pendingBytes" - (
      SELECT coalesce(sum(octet_length(record)), 0) FROM sample_records
      WHERE partition = $1 AND position >= $3::bigint AND "end" <= $4::bigint AND NOT parked
    )
    FROM moved WHERE sample_partitions.partition = moved.partition
  )
  SELECT "inTime", ${NOTIFIED} FROM lease LEFT JOIN moved ON true`

/**
 * Statements that say that the store refuses a batch return no row if their lease has ended. They check the applied
 * offset, so they may be executed late, after they were given up and repeated: what they say was true of that batch.
 */
const ofLease = (moved: string) => `
  SELECT ${moved}
  FROM (SELECT 1 FROM sample_flushers WHERE partition = $1 AND token = $2::bigint) AS lease
  LEFT JOIN moved ON true`

/** $3 from. */
export const FAIL = `
  WITH moved AS (
    UPDATE sample_flushers SET failing = true WHERE partition = $1 AND token = $2::bigint AND applied = $3::bigint
    RETURNING partition
  )
  ${ofLease('moved.partition IS NOT NULL AS moved')}`

/** $3 position, $4 end. */
export const PARK = `
  WITH moved AS (
    UPDATE sample_flushers SET applied = $4::bigint, planned = $4::bigint, failing = false, parked = parked + 1
    WHERE partition = $1 AND token = $2::bigint AND applied <= $3::bigint
      AND EXISTS (SELECT FROM sample_records WHERE partition = $1 AND position = $3::bigint AND "end" = $4::bigint)
    RETURNING partition, applied, parked
  ), aside AS (
    UPDATE sample_records SET parked = true FROM moved
    WHERE sample_records.partition = moved.partition AND position = $3::bigint
  )
  ${ofLease(NOTIFIED)}`

/** $3 positions of those that are not wanted. */
export const PARKED = `
  SELECT held.token IS NOT NULL AS held, position::text, "end"::text, ${RECORD}
  FROM (SELECT token FROM sample_flushers WHERE partition = $1 AND token = $2::bigint) AS held
  LEFT JOIN (
    SELECT position, "end", record FROM sample_records WHERE partition = $1 AND parked AND position <> ALL ($3::bigint[])
    ORDER BY random() LIMIT 1
  ) AS one ON true
  LEFT JOIN ${PIECES} ON true
  ORDER BY piece`

/** May run twice at once, if it was given up and repeated: what counts is how many rows it deletes itself. $3 position. */
export const UNPARK = `
  WITH held AS MATERIALIZED (
    SELECT partition FROM sample_flushers WHERE partition = $1 AND token = $2::bigint FOR UPDATE
  ), gone AS (
    DELETE FROM sample_records USING held
    WHERE sample_records.partition = held.partition AND position = $3::bigint AND parked
    RETURNING octet_length(record) AS bytes
  ), counted AS (
    UPDATE sample_flushers SET parked = parked - (SELECT count(*) FROM gone) WHERE partition = $1 AND token = $2::bigint
  )
  UPDATE sample_partitions SET "pendingBytes" = "pendingBytes" - (SELECT coalesce(sum(bytes), 0) FROM gone)
  FROM held WHERE sample_partitions.partition = held.partition
  RETURNING 1 AS trimmed`

/** Most records of a partition that are looked at and trimmed at a time, so that a backlog never exceeds a statement's time. */
const MOST_TRIMMED = 5000

/**
 * Trims records that are in the store and were appended a while ago: nodes that follow the log have read them. May also be run by a
 * node that has lost its lease. Begins where the last one ended, since deleted rows slow it down while an old snapshot
 * keeps them. So it ends before the first record that is too young; one from the future is from a clock that has gone
 * back since. $1 node, $2 milliseconds, $3 partitions, $4 where their untrimmed records begin.
 */
export const TRIM = `
  WITH done AS MATERIALIZED (
    SELECT partition, coalesce("from", 0) AS "from",
      coalesce(min(position) FILTER (WHERE "isYoung" OR nth > ${MOST_TRIMMED}), applied) AS "upTo"
    FROM sample_flushers
    LEFT JOIN unnest($3::smallint[], $4::bigint[]) AS known (partition, "from") USING (partition)
    LEFT JOIN LATERAL (
      SELECT position, row_number() OVER (ORDER BY position) AS nth,
        NOT one.parked AND at BETWEEN now() - $2 * interval '1 millisecond' AND now() + $2 * interval '1 millisecond' AS "isYoung"
      FROM sample_records AS one
      WHERE one.partition = sample_flushers.partition AND position >= coalesce("from", 0) AND position < applied
      ORDER BY position
      LIMIT ${MOST_TRIMMED + 1}
    ) AS next ON true
    WHERE holder = $1
    GROUP BY partition, "from", applied
  ), trimmed AS (
    DELETE FROM sample_records USING done
    WHERE sample_records.partition = done.partition AND position >= "from" AND position < "upTo"
      AND NOT sample_records.parked
  )
  SELECT partition, "upTo"::text FROM done`
