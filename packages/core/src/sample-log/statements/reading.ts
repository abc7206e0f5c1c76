import { CHANNEL } from '../signals.ts'
import { PIECES, RECORD } from './record.ts'

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
