import { describe, expect, it } from 'vitest'
import { parseStatement } from './statement.ts'

const parse = (sql: string) => parseStatement(Buffer.from(sql))

describe('a statement without rows', () => {
  it.each([
    ['SELECT 1', undefined],
    ['select 1 format JSON', 'JSON'],
    ['SELECT 1 FORMAT CSV SETTINGS max_threads = 1;', 'CSV'],
    ["SELECT ' FORMAT JSON'", undefined],
    ['SELECT 1 -- FORMAT JSON', undefined],
    ['SELECT format FROM t', undefined],
    ['/* x; */ WITH 1 AS format SELECT (format)', undefined],
    ['(SELECT 1) FORMAT TSV', 'TSV'],
  ])('is recognized as a query: %s in format %s', (sql, format) => {
    expect(parse(sql)).toMatchObject({ kind: 'read', format })
  })

  it('loses only its semicolon and surrounding comments and blanks', () => {
    expect(parse("\n SELECT 'a;é' ; -- end\n")).toMatchObject({ sql: "SELECT 'a;é'" })
  })

  it.each(['INSERT INTO t SELECT 1', "INSERT INTO t FROM INFILE 'x' FORMAT CSV"])(
    'is an insert that is passed on unchanged: %s',
    (sql) => expect(parse(sql)).toEqual({ kind: 'insert', sql }),
  )

  it.each(['CREATE TABLE t (format String) ENGINE = Memory', 'SET a = 1', 'OPTIMIZE TABLE t'])(
    'is neither a query nor an insert: %s',
    (sql) => expect(parse(sql)).toEqual({ kind: 'other', sql }),
  )

  it.each(['', '  -- nothing', ';', 'SELECT 1; SELECT 2', 'SELECT 1;; x'])(
    'is rejected when malformed: %j',
    (sql) => {
      expect(() => parse(sql)).toThrow(/^Code: 62\. .*SYNTAX_ERROR/)
    },
  )
})

describe('an insert with rows', () => {
  it('is split into settings, format and rows', () => {
    expect(parse('INSERT INTO d.t (a, `b c`) SETTINGS x = 1 FORMAT CSV\n1,"; SELECT 2"\n')).toEqual(
      {
        kind: 'load',
        target: 'INSERT INTO d.t (a, `b c`)',
        settings: 'SETTINGS x = 1',
        format: 'CSV',
        inline: Buffer.from('1,"; SELECT 2"\n'),
      },
    )
  })

  it('has the format Values when it says VALUES', () => {
    expect(parse("insert into t values (1, 'format')")).toMatchObject({
      target: 'insert into t',
      format: 'Values',
      inline: Buffer.from("(1, 'format')"),
    })
  })

  it.each(['values', 'format', 'default.values', 'TABLE select'])(
    'may have the target %s',
    (table) => {
      expect(parse(`INSERT INTO ${table} FORMAT RowBinary`)).toMatchObject({
        target: `INSERT INTO ${table}`,
        format: 'RowBinary',
        inline: Buffer.alloc(0),
      })
    },
  )

  it('keeps binary rows', () => {
    const rows = Buffer.from([0xff, 0x00, 0x27, 0x0a, 0x80])
    const bytes = Buffer.concat([Buffer.from('INSERT INTO t FORMAT RowBinary\n'), rows])
    expect(parseStatement(bytes)).toMatchObject({ inline: rows })
  })

  it('ends at a semicolon when the rows come with the body', () => {
    expect(parse('INSERT INTO t FORMAT CSV ;\n')).toMatchObject({ inline: Buffer.alloc(0) })
  })

  it('is rejected with input(), for which the engine silently stores nothing', () => {
    const sql = "INSERT INTO t SELECT a FROM input('a UInt8') FORMAT CSV"
    expect(() => parse(sql)).toThrow(/NOT_IMPLEMENTED/)
  })
})
