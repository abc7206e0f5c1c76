import { describe, expect, it } from 'vitest'
import { Faults } from '../../decode/faults.ts'
import { instantOf, readRange } from './range.ts'

const now = new Date('2026-02-01T00:00:00.500Z')
const micros = now.getTime() * 1000

describe('instantOf', () => {
  it.each([
    ['now', micros],
    ['-0s', micros],
    ['-90s', micros - 90e6],
    ['-15m', micros - 900e6],
    ['-24h', micros - 86_400e6],
    ['-7d', micros - 7 * 86_400e6],
    ['-2w', micros - 14 * 86_400e6],
    ['0', 0],
    ['-1', -1000],
    ['1700000000000', 1_700_000_000_000_000],
    ['1970-01-01T01:00:00.000001+01:00', 1],
  ])('reads %s', (text, expected) => expect(instantOf(text, now)).toBe(expected))

  it.each([
    '',
    '24h',
    '+1h',
    '-1mo',
    '-1y',
    '-h',
    '--1h',
    '1.5',
    '1e3',
    'yesterday',
    '2026-01-01',
    '1769860800',
  ])('rejects %j', (text) => expect(instantOf(text, now)).toBeNaN())
})

describe('readRange', () => {
  function faultsOf(from: string, to: string) {
    const faults = new Faults()
    readRange({ from, to }, now, faults)
    return Object.fromEntries(faults.list().map(({ pointer, detail }) => [pointer, detail]))
  }

  it('reads both ends', () => {
    expect(readRange({ from: '-1h', to: 'now' }, now, new Faults())).toEqual({
      from: micros - 3600e6,
      to: micros,
    })
  })

  it('rejects an empty range', () => {
    expect(faultsOf('now', 'now')).toEqual({ '/query/to': 'must be after from' })
    expect(faultsOf('now', '-1h')).toEqual({ '/query/to': 'must be after from' })
  })

  it('reports each end that is invalid', () => {
    expect(Object.keys(faultsOf('x', 'y'))).toEqual(['/query/from', '/query/to'])
    expect(faultsOf('1899-12-31T23:59:59Z', '2200-01-01T00:00:00.000001Z')).toEqual({
      '/query/from': 'must be between 1900 and 2200',
      '/query/to': 'must be between 1900 and 2200',
    })
  })

  it('recognizes a + that the URL turned into a space', () => {
    expect(faultsOf('2026-01-01T00:00:00 02:00', 'now')['/query/from']).toContain('%2B')
  })
})
