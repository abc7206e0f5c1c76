/** A JSON Schema, and attributes that are dear to judge by it. Each is within the limits of its length. */
interface UglyJudgement {
  readonly what: string
  readonly schema: Record<string, unknown>
  readonly attributes: Record<string, unknown>
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const list = <Value>(count: number, value: Value) => range(count).map(() => value)
const members = (count: number, value: unknown) =>
  Object.fromEntries(range(count).map((i) => [`x${i}`, value]))
const ofItems = (items: object) => ({ properties: { a: { items } } })

/** Keywords at their largest, applied as often as attributes have parts. */
export function uglyJudgements(): UglyJudgement[] {
  const objects = { a: list(5000, {}) }
  return [
    {
      what: 'dependent members of 5,000 objects',
      schema: ofItems({
        dependentSchemas: members(2400, true),
        dependentRequired: members(2400, []),
      }),
      attributes: objects,
    },
    {
      what: '8,000 types of 8,000 numbers',
      schema: ofItems({ type: list(8000, 'null') }),
      attributes: { a: list(8000, 1) },
    },
    {
      what: '12,000 first items of 5,000 lists',
      schema: ofItems({ prefixItems: list(12_000, true) }),
      attributes: { a: list(5000, []) },
    },
    {
      what: '7,000 counts of 1,500 members',
      schema: { allOf: list(7000, { a: 1 }) },
      attributes: members(1500, 1),
    },
    {
      what: '5,000 missing names',
      schema: { dependentRequired: { a: range(5000).map((i) => `name${i}`) } },
      attributes: { a: 1 },
    },
    {
      what: '4,500 comparisons with a long name',
      schema: { anyOf: list(4500, { enum: [1] }) },
      attributes: { ['x'.repeat(16_000)]: 1 },
    },
    {
      what: 'members that a hundred schemas have seen',
      schema: chain(100),
      attributes: members(1500, 1),
    },
    {
      what: 'a pattern on empty names',
      schema: ofItems({ patternProperties: { '(a?){900}(b?){900}b': true } }),
      attributes: { a: list(2000, { '': 1 }) },
    },
    {
      what: 'a repeated group in a pattern',
      schema: { properties: { a: { pattern: `(${'a'.repeat(400)}){1000}` } } },
      attributes: { a: 'a' },
    },
    {
      what: 'classes in patterns whose case is ignored',
      schema: {
        patternProperties: Object.fromEntries(
          range(90).map((i) => [`(?i)[^${'\\pL'.repeat(150)}]${i}`, true]),
        ),
      },
      attributes: { a: 1 },
    },
    {
      what: 'anchors below a long address',
      schema: {
        $id: `x:/${'y'.repeat(30_000)}`,
        $defs: Object.fromEntries(range(1300).map((i) => [i, { $anchor: `a${i}` }])),
      },
      attributes: { a: 1 },
    },
  ]
}

function chain(length: number): Record<string, unknown> {
  const references = range(length).map((i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }])
  const $defs = Object.fromEntries([...references, [`d${length}`, { additionalProperties: true }]])
  return { $ref: '#/$defs/d0', $defs, unevaluatedProperties: false }
}
