import { callLimits } from '../call-limits.ts'
import { boundsOfNumber, definitionOf } from './definition.ts'
import type { Leaf } from './leaves.ts'
import { uglyJudgements } from './ugly-judgements.ts'
import { smallest, validValue } from './valid.ts'

/** A value that may be dear to judge, and what it is. */
export interface UglyValue {
  readonly what: string
  readonly value: unknown
  /** Whether it is within the bounds of a JSON value of any form. */
  readonly isTaken?: boolean
  /** Where it is `at` or `beyond` a bound: of its schema, of the router, of 32 bits or of exact integers. */
  readonly bound?: 'at' | 'beyond'
}

/** Texts that parsers split at, open at, go back over, or count otherwise than by their length. */
const signs: readonly string[] = [
  ...['.', '/', ',', '=', ':', '-', ' ', '%', '*', '#/', "'", '"', '\\', '0', 'a', 'x=1,'],
  ...['(', '[', '{', '{{', '{{a}}', '{a}', '(a+)+', '10.', 'a.', 'm/', '1e', '-1d,', '?&'],
  ...['a\u0301', '\u0344', '\ufdfa', '\u{1f600}', '\u0130', '\u202e', '\n'],
  ...['\ud800', '\0'],
]

/** Texts that mean something at the edge of what can be meant. */
const edges: readonly string[] = [
  ...['1700-01-01T00:00:00Z', '2299-12-31T23:59:59.999999Z', '0000-01-01T00:00:00Z', '-300000d'],
  ...['275760-09-13T00:00:00Z', '-8640000000000000', '9007199254740992', '1e308', '0x10', 'NaN'],
  ...['1ms', '1s', '99999999999999999999d', '1mo', 'Africa/Casablanca', 'Etc/GMT+12', '__proto__'],
  ...['10*999999', 'm999', '%00', '..', '0.0.0.0/0', '::/0', 'constructor', 'eyJpZCI6MX0', ''],
]

const numbers: readonly number[] = [0, -1, 0.5, 5e-324]
/** Around what a database, or a double, takes. */
const boundNumbers: readonly number[] = [
  ...[1e308, -1e308, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32],
  ...[2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
]

const known = new WeakMap<object, Map<string, UglyValue[]>>()

/** The ugliest values of a part of an input. */
export function uglyValues(leaf: Leaf): UglyValue[] {
  const ofSchema = known.get(leaf.schema) ?? new Map<string, UglyValue[]>()
  known.set(leaf.schema, ofSchema)
  const name = `${leaf.kind} ${leaf.most}`
  const values = ofSchema.get(name) ?? makeUglyValues(leaf)
  ofSchema.set(name, values)
  return values
}

function makeUglyValues(leaf: Leaf): UglyValue[] {
  switch (leaf.kind) {
    case 'text':
      return uglyTexts(leaf.most)
    case 'number':
      return numbersAround(leaf)
    case 'choice':
      return [...ofOtherKinds, { what: 'a long text', value: 'x'.repeat(callLimits.text) }]
    case 'list':
      return uglyLists(leaf)
    case 'map':
      return uglyMaps()
    case 'free':
      return [...uglyJson(), ...uglySchemas()]
    case 'bytes':
      return []
  }
}

const ofOtherKinds: readonly UglyValue[] = [null, true, 1e308, [], {}, ''].map((value) => ({
  ...{ what: `${JSON.stringify(value)}`, value },
}))

function uglyTexts(most: number): UglyValue[] {
  const repeated = signs.map((sign) => ({
    what: `${JSON.stringify(sign)} x ${Math.floor(most / sign.length)}`,
    value: sign.repeat(Math.floor(most / sign.length)),
  }))
  const ofLength = (sign: string, length: number, bound: 'at' | 'beyond') => {
    return { what: `"${sign}" x ${length}`, value: sign.repeat(length), bound }
  }
  const ofMeaning = edges.map((value) => ({ what: JSON.stringify(value), value }))
  const atBound = [ofLength('9', most, 'at'), ofLength('.', most + 1, 'beyond')]
  return [...repeated, ...ofMeaning, ...atBound, ...ofOtherKinds]
}

function numbersAround({ schema }: Leaf): UglyValue[] {
  const { least, most } = boundsOfNumber(schema)
  const own = [least - 1, least, most, most + 1].filter(Number.isFinite)
  const atBounds = [...new Set([...boundNumbers, ...own])].map((value) => {
    const bound = value < least || value > most ? ('beyond' as const) : ('at' as const)
    return { what: `${value}`, value, bound }
  })
  return [...numbers.map((value) => ({ what: `${value}`, value })), ...atBounds]
}

function uglyLists({ schema, most }: Leaf): UglyValue[] {
  const { element } = definitionOf(schema)
  const whole = Array.from({ length: most }, (_, index) =>
    element ? validValue(element, { ...smallest, index }) : null,
  )
  const same = Array.from({ length: most }, () => whole[0])
  return [
    { what: `${most} elements`, value: whole, bound: 'at' },
    { what: `${most} equal elements`, value: same },
    { what: `${most + 1} elements`, value: [...whole, whole[0]], bound: 'beyond' },
    { what: '100,000 lists', value: manyLists() },
    { what: 'lists in lists', value: nested(2000) },
    ...ofOtherKinds,
  ]
}

const uglyMaps = once(() => [
  { what: '1,000 members', value: members(callLimits.members, (i) => `x${i}`) },
  { what: '100,000 members', value: members(100_000, (i) => `x${i}`) },
  { what: '1,000 long names', value: members(1000, (i) => `${i}`.padEnd(256, '.')) },
  { what: '10,000 whole numbers as names', value: members(10_000, (i) => String(i * 7919)) },
  { what: '__proto__', value: JSON.parse('{"__proto__": {"a": 1}}') },
  ...uglyJson(),
  ...ofOtherKinds,
])

function members(count: number, nameOf: (i: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [nameOf(i), 'x']))
}

/** JSON values of any form, as deep and as wide as may be, and beyond. */
export const uglyJson = once((): UglyValue[] => {
  const { depth, values, bodyMembers: most } = callLimits
  const wide = Math.floor(values / 2) - 100
  const isTaken = true
  return [
    { what: `${depth - 1} levels`, value: { a: nested(depth - 2) }, isTaken },
    { what: '2,000 levels', value: { a: nested(2000) } },
    {
      what: `${wide} near-equal lists`,
      value: { a: Array.from({ length: wide }, (_, i) => [i]) },
      isTaken,
    },
    { what: `${most} members`, value: members(most, (i) => `x${i}`), isTaken },
    {
      what: `${most} whole numbers as names`,
      value: members(most, (i) => String(i * 7919)),
      isTaken,
    },
    { what: '5,000 objects', value: { a: Array.from({ length: 5000 }, () => ({})) }, isTaken },
    { what: '19,000 members', value: members(19_000, (i) => `x${i}`) },
    { what: 'a text of 500,000 signs', value: { a: '"'.repeat(250_000) }, isTaken },
    {
      what: '19,000 numbers',
      value: { a: Array.from({ length: 19_000 }, (_, i) => i / 7) },
      isTaken,
    },
    { what: 'halves of surrogates', value: { a: Array.from({ length: 500 }, () => '\ud800') } },
  ]
})

/** JSON Schemas of which each is small, and dear to read or to judge by. */
export const uglySchemas = once((): UglyValue[] => {
  const object = (properties: object) => ({ type: 'object', properties })
  const range = (count: number) => Array.from({ length: count }, (_, i) => i)
  return [
    { what: 'doubling references', value: doubling(30) },
    { what: 'a circle of references', value: { $ref: '#' } },
    { what: 'dynamic references', value: { $dynamicAnchor: 'a', allOf: [{ $dynamicRef: '#a' }] } },
    { what: 'unique items', value: object({ a: { type: 'array', uniqueItems: true } }) },
    { what: 'a dear pattern', value: object({ a: { pattern: `${'(a*)*'.repeat(50)}b` } }) },
    { what: 'a counting pattern', value: object({ a: { pattern: '((a{1,100}){1,100}){1,100}' } }) },
    { what: 'patterns of names', value: { patternProperties: patterns(500) } },
    { what: '1,000 choices', value: { anyOf: range(1000).map((i) => ({ minProperties: i })) } },
    { what: '5,000 constants', value: object({ a: { enum: range(5000).map((i) => [i]) } }) },
    { what: '2,000 properties', value: object(members(2000, (i) => `x${i}`)) },
    { what: 'unevaluated properties', value: unevaluated(60) },
    {
      what: '60 levels of allOf',
      value: range(60).reduce<object>((inner) => ({ allOf: [inner] }), {}),
    },
    ...uglyJudgements().map(({ what, schema }) => ({ what, value: schema })),
  ]
})

/** Values that a whole run shares: making them takes longer than sending them. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const manyLists = once(() => Array.from({ length: 100_000 }, () => []))

function nested(depth: number): unknown {
  let value: unknown = []
  for (let i = 1; i < depth; i += 1) value = [value]
  return value
}

function doubling(levels: number): object {
  const $defs: Record<string, object> = { a0: { type: 'string' } }
  for (let i = 1; i <= levels; i += 1) {
    const $ref = `#/$defs/a${i - 1}`
    $defs[`a${i}`] = { allOf: [{ $ref }, { $ref }] }
  }
  return { $defs, $ref: `#/$defs/a${levels}` }
}

function patterns(count: number): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`^x.*${i}.*$`, { minimum: i }]),
  )
}

function unevaluated(levels: number): object {
  let schema: object = { properties: { a: {} } }
  for (let i = 0; i < levels; i += 1) {
    schema = { anyOf: [schema, { properties: { [`b${i}`]: {} } }], unevaluatedProperties: true }
  }
  return schema
}
