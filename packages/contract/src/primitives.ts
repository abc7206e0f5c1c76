import { z } from 'zod'
import { callLimits } from './call-limits.ts'
import { keySorts, listSorts, thingSorts } from './words.ts'

/** Ids that a query names together by mistake: it takes one. */
const severalIds = ({ input }: { input?: unknown }) =>
  typeof input === 'string' && input.includes(',')
    ? 'must be one id: an id has no comma. Ask once for each'
    : undefined

/**
 * What an id looks like: 1 to 64 characters that need no escaping in a URL, but not `.` or `..`, which no URL can name.
 * Without a look-ahead, since clients' regular expressions may lack it, such as Go's.
 */
export const idForm =
  /^([A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}|\.[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,62}|\.\.[A-Za-z0-9._~-]{1,62})$/

/** What is said of a text that is no id. */
export const idFault = 'must be 1 to 64 of A-Z a-z 0-9 . _ ~ -, and not . or ..'

/** A resource's id, such as a device's serial. */
export const id = z.string().regex(idForm, idFault)

/** The id of a resource that a list is narrowed to. */
export const idFilter = z
  .string()
  .regex(idForm, { error: (issue) => severalIds(issue) ?? idFault })
  .optional()

/**
 * Whether a name is a single line that cannot garble the text around it, in a table or a log: no control characters and no
 * overrides or isolates of the text direction. Marks that scripts need, such as joiners, are allowed.
 */
export function isName(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)
}

/** The fault of a text that is not a valid name. */
export const nameFault =
  'must be one line, without control characters and overrides of the text direction'

/** A resource's name: 1 to 200 characters, trimmed. */
export const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must be at most 200 characters')
  .refine(isName, nameFault)
  .describe('Name for people. It need not be unique')

/** A resource's description: at most 2,000 characters. */
export const description = z
  .string()
  .max(2000, 'must be at most 2000 characters')
  .describe('Free text for people')

/** The most labels that a resource may have. */
export const labelLimit = 64

/** A label's name, alone or with `=` and a value. */
const labelForm = /^[A-Za-z0-9._/-]{1,63}(=.*)?$/s

const label = {
  name: z.string().regex(/^[A-Za-z0-9._/-]{1,63}$/, 'must be 1 to 63 of A-Z a-z 0-9 . _ / -'),
  value: z.string().max(256, 'must be at most 256 characters'),
}

const fewLabels = (map: object) => Object.keys(map).length <= labelLimit
const tooManyLabels = `must have at most ${labelLimit} labels`

/** A label that a list is narrowed to. */
export const labelFilter = z
  .string()
  .regex(labelForm, {
    error: ({ input }) => `must be the name of a label, or name=value${labelMeant(input)}`,
  })
  .optional()
  .describe('A label that it has: name, or name=value')

/** `line:north` and `line==north` are slips of other query languages. */
function labelMeant(written: unknown): string {
  const [, name, value] =
    /^([A-Za-z0-9._/-]{1,63}) ?[:~!]=? ?(.{0,100})$/.exec(String(written)) ?? []
  return name ? `. Write label=${name}=${value}` : ''
}

/** Labels by name. Values are at most 256 characters. */
export const labels = z
  .record(label.name, label.value)
  .refine(fewLabels, tooManyLabels)
  .describe(`Labels by name, at most ${labelLimit}`)

/** A merge patch of labels (RFC 7396): null removes one. */
export const labelsPatch = z
  .record(label.name, label.value.nullable())
  .refine(fewLabels, tooManyLabels)
  .describe('Merged: null removes a label')

/** What a caller may say of every new resource. */
export const draftFields = {
  id: id.optional().describe('Chosen by the caller. Generated when absent'),
  name,
  description: description.default(''),
  labels: labels.default({}),
}

/** What a merge patch (RFC 7396) may change of every resource. */
export const patchFields = {
  name: name.optional(),
  description: description.optional(),
  labels: labelsPatch.optional(),
}

/** ISO 8601 with an offset; answered in UTC. */
export const timestamp = z.iso
  .datetime({
    offset: true,
    error: 'must be an ISO 8601 timestamp with an offset, for example 2026-01-31T12:00:00Z',
  })
  .refine(isStorableTime, 'must be in the years 0001 to 9999, in UTC')

/** A {@link timestamp}, or one that is relative to now: `-24h`, `now`. */
export const instant = z.union([timestamp, z.string().regex(/^(now|-\d{1,6}[smhdw])$/)], {
  error: 'must be ISO 8601 with an offset, now, or relative to now like -24h',
})

/** Postgres knows no year 0, and ISO 8601 writes later years otherwise. */
function isStorableTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return !(year < 1 || year > 9999)
}

/** A GeoJSON point (RFC 7946): longitude, then latitude, in degrees. */
export const point = z
  .strictObject({
    type: z.literal('Point').describe('The kind of GeoJSON geometry'),
    coordinates: z
      .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
      .describe('Longitude and latitude in degrees (WGS 84)'),
  })
  .meta({ id: 'Point', description: 'GeoJSON point (RFC 7946)' })

/** Where something is. */
export const location = point.nullable().describe('Where it is. Null: unknown')

/**
 * An IANA time zone, such as `Europe/Oslo`. An offset is refused, since it knows no daylight
 * saving.
 */
export const timezone = z
  .string()
  .max(64, 'must be at most 64 characters')
  .refine(isTimezone, 'must be an IANA time zone, for example Europe/Oslo')

/** The id of a resource in a path, with an example of one. */
export function idInPath(noun: string, example: string) {
  return z.string().meta({ description: `Id of the ${noun}`, examples: [example] })
}

/** The fields that every resource has and people fill in. */
export const recordFields = {
  id: id.describe('Unique among the resources of its kind in the organization'),
  name: z.string().describe('Name for people. It need not be unique'),
  description: z.string().describe('Free text for people. Empty: none'),
  labels: z.record(z.string(), z.string()).describe('Labels by name'),
}

/** The fields that every resource has and the service fills in. Times are UTC. */
export const stamps = {
  createdAt: z.string().describe('When it was created. ISO 8601, UTC'),
  updatedAt: z.string().describe('When it was last changed. ISO 8601, UTC'),
  etag: z.string().describe('Changes with every update. Send it as If-Match'),
}

/** The projection of an answer: the fields it has. Unknown ones are refused. */
export const fields = z
  .string()
  .max(callLimits.text, `must be at most ${callLimits.text} characters`)
  .optional()
  .describe('Comma-separated fields to return. Dots reach nested ones. Default: all')

/** A whole number of a query string, which arrives as text. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number of ${least} to ${most}`
  return z.coerce.number<number | string>({ error }).int().min(least).max(most)
}

/** Items on a page of a list: at most, and by default. */
export const pageLimits = { items: 1000, usual: 50 } as const

/** The query parameters that every list takes. */
export const listQuery = {
  limit: wholeNumber(1, pageLimits.items)
    .default(pageLimits.usual)
    .describe('Maximum number of items. A page of large items may contain fewer'),
  cursor: z.string().optional().describe("The previous response's nextCursor"),
  fields,
}

/** The query parameters of lists that tell how many items they have. */
export const countedListQuery = {
  ...listQuery,
  count: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('true: the response has `total`, the number of items on all pages. It costs a scan'),
}

/** One of {@link listSorts}. */
export type ListSort = (typeof listSorts)[number]

/** One of {@link thingSorts}, and so of {@link listSorts}. */
export type ThingSort = (typeof thingSorts)[number]

/** One of {@link keySorts}. */
export type KeySort = (typeof keySorts)[number]

/** The orders in which a list can be asked for: a field, with a minus descending. */
export function sortBy<Sort extends string>(sorts: readonly [Sort, ...Sort[]], more = '') {
  return z
    .enum(sorts, { error: `must be one of ${sorts.join(', ')}` })
    .describe(`Sort field. A leading minus sorts descending${more}`)
}

/** The sort order of a list. Default: by id. */
export const sort = sortBy(listSorts).default('id')

/** The sort order of a list of things. Default: by id. */
export const thingSort = sortBy(
  thingSorts,
  '. lastSeenAt: things without data come last; it changes while pages are read',
).default('id')

/** The sort order of the list of keys. Default: newest first. */
export const keySort = sortBy(
  keySorts,
  '. lastUsedAt: keys that were never used come last. expiresAt: keys without an expiry come last',
).default('-createdAt')

/** The sort order of a log: newest first, unless it is asked the other way. */
export function timeSort<Field extends string>(field: Field) {
  const [latest, first] = [`-${field}`, field] as const
  return z
    .enum([latest, first], { error: `must be ${latest} or ${first}` })
    .default(latest as never)
    .describe('Sort field. A leading minus sorts descending, which is the default: newest first')
}

/** A list's search text: at most 100 characters. */
export const text = z.string().max(100).optional().describe('Part of the id or the name')

/** A page of a list. `nextCursor` is null on the last one. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('The items of this page'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Send it as cursor to get the next page. Null on the last page'),
  })
}

/** A page of a list that {@link countedListQuery} asks for. */
export function countedPage<Item extends z.ZodType>(item: Item) {
  return page(item).extend({
    total: z.int().optional().describe('With count=true: items on all pages'),
  })
}

function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return !/^[+-]/.test(value)
  } catch {
    return false
  }
}

/** A body that is not JSON: its bytes. */
export function bytes(description: string) {
  const schema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes')
  schema._zod.toJSONSchema = () => ({ type: 'string', format: 'binary', description })
  return schema
}
