/**
 * The engine runs in the product's own account and has no users with limited rights. So statements are checked before
 * it sees them, and refused if they reach outside its own tables: files, other servers, programs, the engine's own
 * settings. Everything not known to be harmless is refused.
 */
import { exception } from './exception.ts'
import { setPlaces, tablePlaces } from './table-places.ts'
import { type Token, tokens } from './tokens.ts'

/** The first words of statements that stay inside. */
const beginnings = new Set(
  (
    'SELECT WITH FROM SHOW DESCRIBE DESC EXISTS EXPLAIN CHECK ( INSERT CREATE ALTER DROP TRUNCATE ' +
    'RENAME EXCHANGE OPTIMIZE DELETE UPDATE SET USE KILL'
  ).split(' '),
)

/** The first words of statements about the server itself, its users, its disks. */
const others = new Set(
  (
    'SYSTEM BACKUP RESTORE ATTACH DETACH UNDROP GRANT REVOKE REPLACE MOVE BEGIN COMMIT ROLLBACK WATCH EXECUTE ' +
    'PARALLEL COPY FETCH'
  ).split(' '),
)

/** Objects whose CREATE stays inside. */
const creations = new Set('TABLE VIEW MATERIALIZED DATABASE TEMPORARY'.split(' '))

/** Table functions that only compute, or read tables of the engine itself. */
const harmless = new Set(
  (
    'numbers numbers_mt zeros zeros_mt generateSeries generate_series values SQLStandardValues null view ' +
    'viewIfPermitted merge generateRandom format input primes mergeTreeIndex'
  ).split(' '),
)

/** Functions, besides table functions, that read files, make disks or call other hosts. */
const reaching = [
  'disk',
  'hasColumnInTable',
  'joinGet',
  'joinGetOrNull',
  'catboostEvaluate',
  'aiClassify',
  'aiEmbed',
  'aiExtract',
  'aiGenerate',
  'aiTranslate',
]

const engines =
  /^((Replicated)?(Summing|Replacing|Aggregating|Collapsing|VersionedCollapsing|Coalescing)?MergeTree|Memory|Null|Log|TinyLog|StripeLog|Set|Join|Buffer|Distributed|Merge|GenerateRandom|Atomic|Replicated)$/

/** Settings that hold expressions, or name files. */
const reachingSettings = /^(additional_|format_schema|format_template)/i

type Parameters = readonly (readonly [name: string, value: string])[]

/** The lower-case names of functions that no statement may call. */
export type Forbidden = ReadonlySet<string>

/** All table functions of an engine except the harmless ones, so that those of a newer engine are refused, too. */
export function forbiddenAmong(tableFunctions: readonly string[]): Forbidden {
  const names = tableFunctions.filter((name) => !harmless.has(name))
  return new Set([...names, ...reaching].map((name) => name.toLowerCase()))
}

/** Throws ClickHouseException (ACCESS_DENIED) for a statement that reaches outside of the engine. */
export function requireInside(
  sql: string,
  forbidden: Forbidden,
  parameters: Parameters = [],
): void {
  const all = [...tokens(sql)]
  const first = all[0]?.text.toUpperCase() ?? ''
  const [inTablePlace, inSetPlace] = [tablePlaces(first), setPlaces()]
  if (!beginnings.has(first)) throw refusalOf(first)
  if (first === 'CREATE') requireKnownCreation(all)
  for (const [i, token] of all.entries()) {
    requirePlain(token)
    const before = all[i - 1]
    const after = all[i + 1]
    if (after?.text === '(' && forbidden.has(nameOf(token).toLowerCase())) {
      throw denied(`the function ${nameOf(token)} is`)
    }
    if (token.text === 'Identifier' && before?.text === ':') requireName(all[i - 2], parameters)
    const word = token.word ? token.text.toUpperCase() : ''
    if (word === 'INFILE' || word === 'OUTFILE' || word === 'DIALECT') throw denied(`${word} is`)
    if (word === 'ENGINE' && first === 'CREATE' && token.depth === 0) requireKnownEngine(all, i)
    if (reachingSettings.test(nameOf(token))) throw denied(`${nameOf(token)} is`)
    const isPlace = [inTablePlace(token), inSetPlace(token)].includes(true)
    if (isPlace && namesFile(token)) throw denied(`${token.text} is`)
  }
}

/** The same for settings that come with the statement. */
export function requireInsideSettings(settings: Parameters): void {
  for (const [name] of settings) if (reachingSettings.test(name)) throw denied(`${name} is`)
}

/** Other statements of the engine are denied; anything else is a syntax error, as the engine itself would report. */
function refusalOf(first: string): Error {
  if (others.has(first)) return denied(`${first} statements are`)
  return exception('SYNTAX_ERROR', `Syntax error: no statement begins with ${first}.`)
}

/** A bound name counts as a quoted one. */
function requireName(place: Token | undefined, parameters: Parameters): void {
  const [, value = ''] = parameters.find(([name]) => name === `param_${place?.text}`) ?? []
  if (/[/:\\]/.test(value)) throw denied('a name with / or : or \\ in it is')
}

/** Allows a table, view or database, but no function, dictionary, user or named collection. */
function requireKnownCreation(all: readonly Token[]): void {
  const [, second, third, fourth] = all.map(({ text }) => text.toUpperCase())
  const made = second === 'OR' && third === 'REPLACE' ? fourth : second
  if (!creations.has(made ?? '')) throw denied(`CREATE ${made ?? ''} is`)
}

function requireKnownEngine(all: readonly Token[], at: number): void {
  const next = all[at + 1]
  const named = next?.text === '=' ? all[at + 2] : next
  // Here it is a column of that name, in a query.
  if (!named || [',', 'FROM', 'AS'].includes(named.text.toUpperCase())) return
  if (!engines.test(nameOf(named))) throw denied(`the engine ${nameOf(named)} is`)
}

/** Outside quotes SQL is ASCII; the engine also accepts other quotes and spaces, which this check does not understand. */
function requirePlain({ text }: Token): void {
  const isOpen = !/^['"`$]/.test(text) || text.length === 1
  // biome-ignore lint/suspicious/noControlCharactersInRegex: whatever is not ASCII
  if (isOpen && /[^\x00-\x7f]/.test(text))
    throw denied('characters beyond ASCII outside quotes are')
  // Other escapes could hide what is searched for here.
  if (/^["`]/.test(text) && /\\[^\\"'`]/.test(text)) throw denied('escapes in names are')
}

function isQuoted({ text }: Token): boolean {
  return /^["`]/.test(text)
}

function nameOf({ text }: Token): string {
  return /^["`]/.test(text) ? text.slice(1, -1) : text
}

/** Whether a token in the place of a table's name is a quoted name with a path or scheme, or a text. */
function namesFile(token: Token): boolean {
  if (isQuoted(token)) return /[/:\\]/.test(token.text.replace(/\\[`"'\\]/g, ''))
  return /^['$]/.test(token.text) && /[/:.\\]/.test(token.text)
}

function denied(what: string): Error {
  return exception(
    'ACCESS_DENIED',
    `The embedded engine keeps to its own tables: ${what} not allowed.`,
  )
}
