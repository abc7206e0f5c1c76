import { beat, isAlive } from './living.ts'

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
