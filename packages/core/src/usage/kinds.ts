import { mapInSlices } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { type CallKind, remember } from './evidence.ts'
import { keyParams, ofKey, sinceDay, sinceQuarter } from './log-query.ts'
import { decisiveNeeds, decodeNeeds } from './needs.ts'

/** Kinds of calls that are examined together, in this process between other requests. */
const MAX_KINDS = 10_000

/** The most paths in their needs: a thing has one of its own and one for each of its places. */
const MAX_PATHS = 50_000

/** The most characters of a kind's needs: all that is recorded now. */
const MAX_CHARACTERS = 65_536

/** Successful calls by kind, from the daily sums, with the texts that are stored weekly (schema.ts). */
const described = `
  FROM (
    SELECT kind, sumIf(calls, status < 400) AS number, maxIf(time, status < 400) AS latest
    ${ofKey} AND ${sinceDay} GROUP BY kind HAVING number > 0
  ) AS counted
  JOIN (
    SELECT kind, any(operation) AS operation, any(needs) AS needs
    ${ofKey} AND toMonday(time) >= toMonday(toDateTime({from:UInt32}, 'UTC')) GROUP BY kind
  ) AS texts USING kind`

/** Earlier calls may have longer needs: of these only the actions are used, on anything. */
const anything = `arrayStringConcat(arrayMap(action -> concat(action, ' # ~'),
    arrayFilter(action -> match(text, concat('(^|\\n)\\+?', action, ' ')), ['read', 'write', 'admin'])), '\\n')`

/** The most frequent kinds within the limits, and whether some were left out. */
const most = (kinds: string) => `
  SELECT id, operation, address, if(length(text) > ${MAX_CHARACTERS}, ${anything}, text) AS needs, total, last, overall,
    max(length(text) > ${MAX_CHARACTERS} OR place > ${MAX_KINDS} OR paths > ${MAX_PATHS}) OVER () AS cut
  FROM (
    SELECT *, sum(total) OVER () AS overall, row_number() OVER earlier AS place,
      sum(if(length(text) > ${MAX_CHARACTERS}, 1, countSubstrings(text, ' '))) OVER earlier AS paths
    FROM (${kinds})
    WINDOW earlier AS (ORDER BY total DESC, id, operation, address ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )
  QUALIFY place <= ${MAX_KINDS} AND paths <= ${MAX_PATHS}
  ORDER BY place`

const byKind = most(`
  SELECT toString(kind) AS id, operation, '' AS address, needs AS text, number AS total,
    toUnixTimestamp64Milli(latest) AS last
  ${described}`)

/** Replaces the last segment of each path by `#`: far fewer kinds and needs if thousands of things were reached. */
const byGeneralNeeds = most(`
  SELECT '' AS id, operation, '' AS address, arrayStringConcat(arraySort(arrayDistinct(splitByChar('\\n',
      replaceRegexpAll(needs, '/[^/ \\n]+( |\\n|$)', '/#\\\\1')))), '\\n') AS text,
    sum(number) AS total, toUnixTimestamp64Milli(max(latest)) AS last
  ${described} GROUP BY operation, text`)

const byAddress = most(`
  SELECT '' AS id, '' AS operation, address, '' AS text, sum(calls) AS total,
    toUnixTimestamp64Milli(max(time)) AS last
  ${ofKey} AND ${sinceQuarter} AND status < 400
  GROUP BY address`)

type Row = [
  id: string,
  operation: string,
  address: string,
  needs: string,
  calls: number,
  lastAt: number,
  all: number,
  cut: number,
]

/** A kind of calls with the number of its operation and needs in the log. */
export interface NumberedKind extends CallKind {
  readonly id: string
}

/** Successful calls of a key since a time, grouped by kind, the most frequent first. */
export interface Kinds {
  readonly kinds: readonly NumberedKind[]
  /** All successful calls, including those of kinds beyond the limits. */
  readonly calls: number
  /** Whether there were more kinds, or needs, than the limits. */
  readonly cut: boolean
}

/** By operation and needs, which have a number. `from` is the start of a UTC day, as below. */
export function numberedKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  return read(ctx, keyId, from, byKind)
}

/** By operation and needs; if there are very many resources, by generalized needs. */
export async function neededKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  const exact = await numberedKinds(ctx, keyId, from)
  return exact.cut ? read(ctx, keyId, from, byGeneralNeeds) : exact
}

/** By address alone. */
export function addressKinds(ctx: Context, keyId: string, from: number): Promise<Kinds> {
  return read(ctx, keyId, from, byAddress)
}

async function read(ctx: Context, keyId: string, from: number, statement: string): Promise<Kinds> {
  const rows = (await ctx.usage.query(statement, {
    ...keyParams(ctx, keyId),
    from: from / 1000,
  })) as Row[]
  const needsOf = remember((text: string) => decisiveNeeds(decodeNeeds(text)))
  const kinds = await mapInSlices(rows, ([id, operation, address, needs, calls, lastAt]) => ({
    ...{ id, operation, address, calls, lastAt },
    needs: needsOf(needs),
  }))
  return { kinds, calls: rows[0]?.[6] ?? 0, cut: rows[0]?.[7] === 1 }
}

type CrossedRow = [address: string, id: string, calls: number, lastAt: number]

/**
 * The calls of numbered kinds by address and class, each with the latest operation and needs. It reads every row of the
 * log, so it compares only numbers; with few classes there are few rows.
 */
export async function crossedKinds(
  ctx: Context,
  keyId: string,
  from: number,
  classes: readonly (readonly NumberedKind[])[],
): Promise<CallKind[]> {
  if (classes.length === 0) return []
  const kinds = new Map(classes.flat().map((kind) => [kind.id, kind]))
  const numbers = classes.flatMap((alike, i) => alike.map(() => i + 1))
  const rows = (await ctx.usage.query(crossing([...kinds.keys()], numbers), {
    ...keyParams(ctx, keyId),
    from: from / 1000,
  })) as CrossedRow[]
  return rows.flatMap(([address, id, calls, lastAt]) => {
    const kind = kinds.get(id)
    return kind ? { ...kind, address, calls, lastAt } : []
  })
}

/**
 * The numbers are in the statement itself: parameters are sent in the URL, which is too short for thousands. They
 * already imply the key, so organization and key only select the index range; comparing them row by row would double
 * the time.
 */
function crossing(ids: readonly string[], classes: readonly number[]): string {
  return `
    SELECT address, toString(argMax(kind, time)), sum(calls) AS total, toUnixTimestamp64Milli(max(time))
    FROM (
      SELECT address, calls, time, kind, transform(kind, [${ids}], [${classes}], 0) AS class
      FROM requests
      WHERE indexHint(organization = {organization:UInt32} AND key = {key:String})
        AND time >= toDateTime({from:UInt32}, 'UTC') AND status < 400
    )
    WHERE class > 0
    GROUP BY address, class ORDER BY total DESC LIMIT ${MAX_KINDS}`
}
