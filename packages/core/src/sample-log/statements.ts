import { RESERVING } from '../database/connections.ts'
import { CHANNEL } from './signals.ts'

/**
 * Settings of the sessions. Statements read records in the order of their index, as far as they need. The planner would
 * sort them all at times, since these tables change too fast for its statistics, or remember pieces by whole records.
 */
export const SETTINGS = {
  synchronous_commit: 'on',
  ...{ enable_bitmapscan: 'off', enable_seqscan: 'off', enable_memoize: 'off' },
}

/** Bytes of a record in one row: a row is read without yielding. */
const PIECE = 768 * 1024

/** The driver reads only texts, and would request bytes as hexadecimal digits. */
const RECORD = `encode(substring(record FROM piece * ${PIECE} + 1 FOR ${PIECE}), 'base64') AS record`

/** The numbers of a record's pieces, from 0. */
const PIECES = `LATERAL generate_series(0, greatest(octet_length(record) - 1, 0) / ${PIECE}) AS piece`

/**
 * Versions stay comparable with those that are times in nanoseconds (of a single node's log, and of earlier versions),
 * so the next one is at least the database's time. Within a partition only the order of commits decides. It is the
 * transaction's time, which is the same throughout a statement.
 */
const NEXT = `greatest(head, (extract(epoch FROM now()) * 1000000)::bigint * 1000)`

/**
 * Whether a statement is still wanted: some time after this deadline its caller gives it up, and does other things that
 * it must not undo. Checked after taking the lock that every later statement needs, so the result holds until the
 * commit, however long that takes.
 */
const inTime = (deadline: string) =>
  `clock_timestamp() < to_timestamp(${deadline}::float8 / 1000) AS "inTime"`

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

export const IS_STARTED = `SELECT bool_and(started) AS started FROM sample_partitions`

/**
 * Whether a node's row says that it is alive. One that is alive for longer than a lease (a parameter, milliseconds) is
 * an error of a clock.
 */
const isAlive = (lease: string) =>
  `"aliveUntil" BETWEEN now() AND now() + ${lease} * interval '1 millisecond'`

/** Whether a node is alive, of those that a condition selects. */
const alive = (condition: string, lease: string) =>
  `EXISTS (SELECT FROM sample_nodes WHERE ${condition} AND ${isAlive(lease)})`

/** Inserts or renews the row of a process that is alive. */
const beat = (row: string) => `
  INSERT INTO sample_nodes (id, "aliveUntil", "canStore", alone, declined) ${row}
  ON CONFLICT (id) DO UPDATE
  SET "aliveUntil" = EXCLUDED."aliveUntil", "canStore" = EXCLUDED."canStore", declined = EXCLUDED.declined`

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

/**
 * Records of a partition from an offset on, in order, including parked ones; none if they have more than $3 bytes. $1
 * partition, $2 offset.
 */
export const FOLLOW = `
  WITH found AS (
    SELECT position, sum(octet_length(record)) OVER () AS bytes
    FROM sample_records WHERE partition = $1 AND position >= $2::bigint
  )
  SELECT position::text, "end"::text, previous::text, organizations, things, ${RECORD}
  FROM sample_records, ${PIECES}
  WHERE partition = $1 AND position IN (SELECT position FROM found WHERE bytes <= $3::bigint)
  ORDER BY sample_records.position, piece`

/** Most records of a partition that are trimmed at a time, so that a backlog never exceeds a statement's time. */
const MOST_TRIMMED = 5000

/**
 * Trims records that have been in the store for a while: nodes that follow the log have read them. May also be run by a
 * node that has lost its lease. Begins where the last one ended, since deleted rows slow it down while an old snapshot
 * keeps them. So it ends before the first record that is too young; one from the future is from a clock that has gone
 * back since. $1 node, $2 milliseconds, $3 partitions, $4 where their untrimmed records begin.
 */
export const TRIM = `
  WITH done AS MATERIALIZED (
    SELECT partition, coalesce("from", 0) AS "from", least((
      SELECT position FROM sample_records AS far
      WHERE far.partition = sample_flushers.partition AND position >= coalesce("from", 0)
      ORDER BY position OFFSET ${MOST_TRIMMED} LIMIT 1
    ), coalesce((
      SELECT position FROM sample_records AS young
      WHERE young.partition = sample_flushers.partition AND position >= coalesce("from", 0) AND position < applied
        AND NOT young.parked AND at BETWEEN now() - $2 * interval '1 millisecond' AND now() + $2 * interval '1 millisecond'
      ORDER BY position LIMIT 1
    ), applied)) AS "upTo"
    FROM sample_flushers LEFT JOIN unnest($3::smallint[], $4::bigint[]) AS known (partition, "from") USING (partition)
    WHERE holder = $1
  ), trimmed AS (
    DELETE FROM sample_records USING done
    WHERE sample_records.partition = done.partition AND position >= "from" AND position < "upTo"
      AND NOT sample_records.parked
  )
  SELECT partition, "upTo"::text FROM done`

export const PROGRESS = `
  SELECT partition, tail::text, applied::text, parked, failing
  FROM sample_partitions JOIN sample_flushers USING (partition)`

/**
 * Most pending records of a partition that a query looks through, which takes some milliseconds. With more, it waits for
 * all: there are that many after an outage of the store.
 */
const MOST_LOOKED_AT = 10_000

/**
 * Includes parked records, also those parked since the offsets were read. There are some before these offsets only if
 * the partition had some then, which decides where to look from. $1 partitions, $2 their applied offsets, $3 their
 * tails, $4 where to look from, $5 organization, $6 things or null, $7 and $8 half-open range.
 */
export const PENDING = `
  SELECT of AS partition, CASE WHEN bool_or(parked) FILTER (WHERE concerned) THEN NULL
    WHEN count(*) > ${MOST_LOOKED_AT} THEN tail::text ELSE (max("end") FILTER (WHERE concerned))::text END AS "end"
  FROM unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS behind (of, applied, tail, "from"), LATERAL (
    SELECT "end", parked, organizations @> ARRAY[$5::int] AND ($6::int[] IS NULL OR things = '{}' OR things && $6::int[])
      AND earliest < $8::bigint AND latest >= $7::bigint AS concerned
    FROM sample_records
    WHERE partition = of AND position >= "from" AND "end" <= tail AND (parked OR position >= applied)
    ORDER BY position LIMIT ${MOST_LOOKED_AT + 1}
  ) AS looked
  GROUP BY of, tail
  HAVING bool_or(concerned) OR count(*) > ${MOST_LOOKED_AT}`

export const HURRY = `SELECT pg_notify('${CHANNEL}', 'hurry/' || one) AS told FROM unnest($1::smallint[]) AS one`

/**
 * $1 node, $2 milliseconds of a lease, $3 whether it can store, $4 partitions that it declines. Removes rows of nodes
 * that are long gone.
 */
export const ALIVE = `
  WITH gone AS (DELETE FROM sample_nodes WHERE "aliveUntil" < now() - interval '1 hour')
  ${beat(`VALUES ($1::uuid, now() + $2 * interval '1 millisecond', $3::boolean, false, $4::smallint[])`)}`

/**
 * Whether a lease is free or has ended. One that ends too late is from a clock that has gone back since. It may be a
 * lease too late: its transaction may have begun after this one.
 */
const isFree = (lease: string) =>
  `(holder IS NULL OR "leasedUntil" NOT BETWEEN now() AND now() + ${lease} * interval '2 milliseconds')`

/**
 * The number of partitions for node $1: nodes that can store share them. If none can, all do, since one of them may
 * soon be able to. Also the partitions that it declines, and those that others do: it may have them beyond its share.
 * $2 milliseconds of a lease.
 */
const SHARE = `
  living AS (
    SELECT id, "canStore", declined FROM sample_nodes WHERE (${isAlive('$2')} OR id = $1) AND NOT alone
  ), sharing AS (
    SELECT id, declined FROM living WHERE "canStore" OR NOT EXISTS (SELECT FROM living WHERE "canStore")
  ), share AS (
    SELECT CASE WHEN EXISTS (SELECT FROM sharing WHERE id = $1)
      THEN ceil((SELECT count(*) FROM sample_flushers) / (SELECT count(*) FROM sharing)::float8)::int ELSE 0 END AS most
  ), declined AS (
    SELECT unnest(declined) AS partition FROM living WHERE id = $1
  ), spare AS (
    SELECT unnest(declined) AS partition FROM sharing, share WHERE id <> $1 AND most > 0
    EXCEPT SELECT partition FROM declined
  )`

/**
 * Renews the node's leases, even expired ones that nobody has taken, and releases those above its share, and those that
 * it declines.
 */
export const KEEP = `
  WITH ${SHARE}, own AS (
    SELECT partition, declined.partition IS NOT NULL AS declined, spare.partition IS NOT NULL AS spare,
      row_number() OVER (ORDER BY declined.partition IS NOT NULL, spare.partition IS NULL, partition) AS nth
    FROM sample_flushers LEFT JOIN declined USING (partition) LEFT JOIN spare USING (partition)
    WHERE holder = $1
  ), judged AS (
    SELECT partition, NOT declined AND (nth <= most OR spare) AS stays FROM own, share
  )
  UPDATE sample_flushers
  SET holder = CASE WHEN stays THEN holder END,
    "leasedUntil" = CASE WHEN stays THEN now() + $2 * interval '1 millisecond' END
  FROM judged
  WHERE sample_flushers.partition = judged.partition AND holder = $1
  RETURNING sample_flushers.partition, token::text, stays AS kept`

/**
 * Takes free and expired leases, up to its share, and beyond that those that others decline. A new lease has a higher
 * token. $3: how many leases the node has.
 */
export const TAKE = `
  WITH ${SHARE}, free AS (
    SELECT partition FROM sample_flushers
    WHERE ${isFree('$2')} AND partition NOT IN (SELECT partition FROM declined)
    ORDER BY partition NOT IN (SELECT partition FROM spare), partition
    LIMIT greatest(
      (SELECT most FROM share) - $3::int,
      (SELECT count(*) FROM sample_flushers WHERE ${isFree('$2')} AND partition IN (SELECT partition FROM spare))
    )
    FOR UPDATE SKIP LOCKED
  )
  UPDATE sample_flushers
  SET holder = $1, token = token + 1, "leasedUntil" = now() + $2 * interval '1 millisecond'
  WHERE partition IN (SELECT partition FROM free)
  RETURNING partition, token::text`

export const RELEASE = `
  WITH gone AS (DELETE FROM sample_nodes WHERE id = $1)
  UPDATE sample_flushers SET holder = NULL, "leasedUntil" = NULL WHERE holder = $1`

/** $1 milliseconds of a lease. */
export const STATES = `
  SELECT partition, "pendingBytes"::float8 AS "pendingBytes", tail::text, applied::text, parked, NOT ${isFree('$1')} AS "isHeld",
    coalesce(extract(epoch FROM clock_timestamp() - (
      SELECT at FROM sample_records AS first
      WHERE first.partition = sample_partitions.partition AND position >= applied AND NOT first.parked
      ORDER BY position LIMIT 1
    )), 0)::float8 AS lag
  FROM sample_partitions JOIN sample_flushers USING (partition)
  ORDER BY partition`

export const CLOCK = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`

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

export const UNPARK = `
  WITH held AS (
    UPDATE sample_flushers SET parked = parked - 1
    WHERE partition = $1 AND token = $2::bigint
      AND EXISTS (SELECT 1 FROM sample_records WHERE partition = $1 AND position = $3::bigint AND parked)
    RETURNING partition
  ), gone AS (
    DELETE FROM sample_records USING held
    WHERE sample_records.partition = held.partition AND position = $3::bigint AND parked
    RETURNING octet_length(record) AS bytes
  )
  UPDATE sample_partitions SET "pendingBytes" = "pendingBytes" - (SELECT coalesce(sum(bytes), 0) FROM gone)
  FROM held WHERE sample_partitions.partition = held.partition
  RETURNING 1 AS trimmed`
