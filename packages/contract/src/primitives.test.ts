import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { id, labels, listQuery, name, point, timestamp, timezone } from './primitives.ts'

function takes(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success
}

describe('the id schema', () => {
  test.each([
    'a',
    '0',
    '...',
    '.a',
    '..a',
    '~',
    '-',
    '_',
    'SN.0042-a_b~c',
    'a'.repeat(64),
    '.'.repeat(64),
  ])('accepts %s', (value) => {
    expect(takes(id, value)).toBe(true)
  })

  test.each([
    '',
    '.',
    '..',
    '#',
    'a/b',
    'a b',
    'ö',
    'a\n',
    'a'.repeat(65),
    '.'.repeat(65),
    1,
    null,
  ])('rejects %j', (value) => {
    expect(takes(id, value)).toBe(false)
  })
})

describe('the timestamp schema', () => {
  test.each([
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.123456Z',
    '2026-01-31T12:00:00+01:00',
    '2026-01-31T12:00:00-09:30',
  ])('accepts %s', (value) => {
    expect(takes(timestamp, value)).toBe(true)
  })

  test.each([
    '2026-01-31T12:00:00',
    '2026-01-31',
    '2026-02-30T12:00:00Z',
    '2026-01-31 12:00:00Z',
    '2026-01-31T25:00:00Z',
    '1769860800000',
    'tomorrow',
    '',
    1769860800000,
  ])('rejects %j', (value) => {
    const fault = timestamp.safeParse(value).error?.issues[0]?.message
    expect(fault).toMatch(/^must be an ISO 8601 timestamp with an offset/)
  })

  test('rejects years that a store cannot hold', () => {
    expect(takes(timestamp, '0001-01-01T00:00:00Z')).toBe(true)
    expect(takes(timestamp, '9999-12-31T23:59:59.999999Z')).toBe(true)
    for (const beyond of [
      '0000-12-31T23:59:59Z',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:00-00:01',
    ]) {
      expect(takes(timestamp, beyond)).toBe(false)
    }
  })
})

test('trims names and rejects empty ones', () => {
  expect(name.parse('  north  ')).toBe('north')
  expect(takes(name, '   ')).toBe(false)
  expect(takes(name, 'a'.repeat(200))).toBe(true)
  expect(takes(name, 'a'.repeat(201))).toBe(false)
})

test('a name is one line of any script, without bidirectional controls that affect the text around it', () => {
  for (const good of ['מד 1', 'می\u200cخواهم', '\u200fabc\u200e', '👩\u200d🌾', 'a\u0301']) {
    expect(name.parse(good)).toBe(good)
  }
  for (const sign of ['\n', '\t', '\u001b', '\u0085', '\u2028', '\u202e', '\u2066', '\u2069']) {
    expect(takes(name, `a${sign}b`)).toBe(false)
  }
})

test('labels are limited in names, values and number', () => {
  expect(takes(labels, { 'example.com/line': 'north' })).toBe(true)
  expect(takes(labels, { 'with space': 'x' })).toBe(false)
  expect(takes(labels, { a: 'x'.repeat(257) })).toBe(false)
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [i, '']))
  expect(takes(labels, many(64))).toBe(true)
  expect(takes(labels, many(65))).toBe(false)
})

test('a point is longitude, then latitude, each within its range', () => {
  const at = (...coordinates: number[]) => ({ type: 'Point', coordinates })
  expect(takes(point, at(-122.3, 47.6))).toBe(true)
  expect(takes(point, at(47.6, -122.3))).toBe(false)
  expect(takes(point, at(10, 60, 100))).toBe(false)
  expect(takes(point, { type: 'Polygon', coordinates: [0, 0] })).toBe(false)
})

test('time zones are IANA names, not offsets', () => {
  for (const zone of ['UTC', 'Europe/Oslo', 'America/Argentina/Ushuaia']) {
    expect(takes(timezone, zone)).toBe(true)
  }
  for (const zone of ['', 'Oslo', '+01:00', '-05:00', 'Europe/Nowhere']) {
    expect(takes(timezone, zone)).toBe(false)
  }
})

test('a page has 1 to 1000 items, 50 by default', () => {
  const { limit } = listQuery
  expect(limit.parse(undefined)).toBe(50)
  expect(limit.parse('1000')).toBe(1000)
  for (const bad of ['0', '1001', '-1', '1.5', 'ten', '', ['1', '2']]) {
    expect(takes(limit, bad)).toBe(false)
  }
})
