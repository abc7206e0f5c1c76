import { describe, expect, it } from 'vitest'
import { isZone, openZone } from './zone.ts'

const DAY = 86_400_000

function startOfDay(zone: string, day: string): string {
  return new Date(openZone(zone).startOfDay(Date.parse(day) / DAY)).toISOString()
}

it('opens a zone once, however its name is written', () => {
  expect(openZone('europe/OSLO')).toBe(openZone('Europe/Oslo'))
  expect(() => openZone('Mars/Olympus')).toThrow(RangeError)
})

describe('startOfDay', () => {
  it.each([
    ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['Europe/Oslo', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Oslo', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
  ])('in %s of %s is %s', (zone, day, start) => expect(startOfDay(zone, day)).toBe(start))

  it('is the instant after a midnight that is skipped', () => {
    expect(startOfDay('America/Sao_Paulo', '2018-11-04')).toBe('2018-11-04T03:00:00.000Z')
    expect(startOfDay('Asia/Beirut', '2022-03-27')).toBe('2022-03-26T22:00:00.000Z')
    expect(startOfDay('Pacific/Apia', '2011-12-30')).toBe('2011-12-30T10:00:00.000Z')
  })

  it('is the first of two midnights', () => {
    expect(startOfDay('America/Havana', '2026-11-01')).toBe('2026-11-01T04:00:00.000Z')
    expect(startOfDay('America/St_Johns', '2010-11-07')).toBe('2010-11-07T02:30:00.000Z')
  })
})

describe('offsetsIn', () => {
  function offsetsIn(zone: string, from: string, to: string) {
    const offsets = openZone(zone).offsetsIn(Date.parse(from), Date.parse(to))
    return offsets.map(({ at, offset }) => [new Date(at).toISOString(), offset / 3_600_000])
  }

  it('is one offset where nothing changes', () => {
    expect(offsetsIn('Asia/Kolkata', '2000-01-01', '2030-01-01')).toHaveLength(1)
  })

  it('finds each change to the second', () => {
    expect(offsetsIn('Europe/Oslo', '2026-01-01', '2026-12-31')).toEqual([
      ['2026-01-01T00:00:00.000Z', 1],
      ['2026-03-29T01:00:00.000Z', 2],
      ['2026-10-25T01:00:00.000Z', 1],
    ])
  })

  it('keeps the later offset change where clocks go back over midnight', () => {
    expect(offsetsIn('America/St_Johns', '2010-11-01', '2010-11-30')).toEqual([
      ['2010-11-01T00:00:00.000Z', -2.5],
      ['2010-11-07T03:30:00.000Z', -3.5],
    ])
    expect(offsetsIn('America/Sao_Paulo', '2019-02-10', '2019-02-20')[1]).toEqual([
      '2019-02-17T02:00:00.000Z',
      -3,
    ])
  })
})

describe('isZone', () => {
  it.each(['UTC', 'Europe/Oslo', 'europe/oslo', 'Asia/Calcutta', 'Etc/GMT+5'])(
    'accepts %s',
    (name) => expect(isZone(name)).toBe(true),
  )
  it.each(['', 'Mars/Olympus', '+02:00', '-0300', 'Europe/Oslo '])('rejects %j', (name) =>
    expect(isZone(name)).toBe(false),
  )
})
