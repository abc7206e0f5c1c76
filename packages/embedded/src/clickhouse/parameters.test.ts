import { describe, expect, it } from 'vitest'
import { writeParameters } from './parameters.ts'

const write = (sql: string, values: Record<string, string>) =>
  writeParameters(
    sql,
    Object.entries(values).map(([name, value]) => [`param_${name}`, value]),
  )

describe('a query parameter of a plain type and value', () => {
  it.each([
    ['UInt32', '7', "_CAST(7, 'UInt32')"],
    ['Int64', '-1700000000000000', "_CAST(-1700000000000000, 'Int64')"],
    ['Array(UInt32)', '[1,2]', "_CAST([1,2], 'Array(UInt32)')"],
    ['Array(UInt32)', '[]', "_CAST([], 'Array(UInt32)')"],
    ['String', "it's", "'it\\'s'"],
  ])('is written into the statement: %s %s', (type, value, written) => {
    const bound = write(`SELECT {a:${type}}, { a : ${type} } AS b`, { a: value })
    expect(bound).toEqual({ sql: `SELECT ${written}, ${written} AS b`, parameters: [] })
  })
})

describe('any other query parameter', () => {
  it.each([
    ['UInt32', '4294967296'],
    ['UInt32', '-1'],
    ['UInt32', '1 OR 1'],
    ['Array(UInt32)', '[1,2'],
    ['Int64', ''],
    ['String', '\\N'],
    ['Array(String)', "['a']"],
    ['Identifier', 'name'],
    ['Nullable(UInt32)', '1'],
    ['constructor', '1'],
  ])('is left to the engine: %s %s', (type, value) => {
    const sql = `SELECT {a:${type}}`
    expect(write(sql, { a: value })).toEqual({ sql, parameters: [['param_a', value]] })
  })

  it('is not looked for in quotes and comments, and needs a value', () => {
    const sql = "SELECT '{a:UInt32}', `{a:UInt32}`, {b:UInt32}, {'a': 1} -- {a:UInt32}"
    expect(write(sql, { a: '1' })).toEqual({ sql, parameters: [] })
  })

  it('is left to the engine beside others that are written', () => {
    const bound = write('SELECT {a:UInt32} FROM {b:Identifier}', { a: '1', b: 't' })
    expect(bound.sql).toBe("SELECT _CAST(1, 'UInt32') FROM {b:Identifier}")
    expect(bound.parameters).toEqual([['param_b', 't']])
  })
})
