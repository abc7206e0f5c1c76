import { literal } from './literal.ts'
import { type Token, tokens } from './tokens.ts'

type Parameters = readonly (readonly [name: string, value: string])[]

/** A statement with values filled in, and the parameters that it still uses. */
export type Bound = { sql: string; parameters: [name: string, value: string][] }

/** A placeholder such as `{things:Array(UInt32)}`; offsets are those of the braces. */
type Placeholder = { name: string; type: string; start: number; end: number }

/**
 * Fills plain values of bound parameters into a statement, in the engine's own form, because a SET for them would take
 * the engine a millisecond. Types and values that only the engine understands are left to it.
 */
export function writeParameters(sql: string, parameters: Parameters): Bound {
  const values = new Map(parameters.map(([name, value]) => [name.slice('param_'.length), value]))
  const left = new Map<string, string>()
  let written = ''
  let at = 0
  for (const { name, type, start, end } of values.size > 0 ? placeholders(sql) : []) {
    const value = values.get(name)
    if (value === undefined) continue
    const plain = plainValue(type, value)
    if (plain === undefined) left.set(`param_${name}`, value)
    else {
      written += sql.slice(at, start) + plain
      at = end
    }
  }
  return { sql: written + sql.slice(at), parameters: [...left] }
}

/** Parameters and literals are escaped differently, so a value with escapes is left to the engine. */
function plainValue(type: string, value: string): string | undefined {
  if (type === 'String') return value.includes('\\') ? undefined : literal(value)
  return plainNumbers.get(type)?.test(value) ? `_CAST(${value}, ${literal(type)})` : undefined
}

/** The numbers of digits that certainly fit. */
const [unsigned32, unsigned64] = ['\\d{1,9}', '\\d{1,18}']
const [signed32, signed64] = ['-?\\d{1,9}', '-?\\d{1,18}']
const listOf = (item: string) => new RegExp(`^\\[(${item}(,${item})*)?\\]$`)
const plainNumbers = new Map([
  ['UInt32', new RegExp(`^${unsigned32}$`)],
  ['UInt64', new RegExp(`^${unsigned64}$`)],
  ['Int32', new RegExp(`^${signed32}$`)],
  ['Int64', new RegExp(`^${signed64}$`)],
  ['Array(UInt32)', listOf(unsigned32)],
  ['Array(UInt64)', listOf(unsigned64)],
  ['Array(Int64)', listOf(signed64)],
])

function* placeholders(sql: string): Generator<Placeholder> {
  let open: Token[] | undefined
  for (const token of tokens(sql)) {
    if (token.text === '{') open = [token]
    else if (token.text === '}') {
      const [brace, name, colon, type] = open ?? []
      if (brace && name?.word && colon?.text === ':' && type) {
        const text = sql.slice(type.start, token.start).trim()
        yield { name: name.text, type: text, start: brace.start, end: token.end }
      }
      open = undefined
    } else open?.push(token)
  }
}
