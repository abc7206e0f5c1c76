import { expect, test } from 'vitest'
import { zoneYears } from './zone-years.ts'

const DAY = 86_400_000
const [from, to] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)]

/** Local time minus UTC according to Intl, in milliseconds. */
function intlOffset(name: string) {
  const format = new Intl.DateTimeFormat('sv', {
    ...{ timeZone: name, dateStyle: 'short', timeStyle: 'medium' },
  })
  return (millis: number) => Date.parse(`${format.format(millis)}Z`.replace(' ', 'T')) - millis
}

function opened(name: string) {
  const read = intlOffset(name)
  let reads = 0
  const years = zoneYears(name, (millis) => {
    reads += 1
    return read(millis)
  })
  if (!years) throw new Error('Node has no Temporal')
  return { ...years, read, reads: () => reads }
}

test('reads Intl once a year for the offsets of three centuries', () => {
  const { offsetAt, offsetsIn, reads } = opened('America/New_York')
  for (let day = from; day < to; day += DAY) offsetAt(day)
  expect(offsetsIn(from, to).length).toBeGreaterThan(400)
  expect(reads()).toBe(300)
})

test.each([
  'Europe/Oslo',
  'America/St_Johns',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
])('the offsets of %s equal those of Intl', (name) => {
  const { offsetAt, offsetsIn, read } = opened(name)
  for (let at = from; at < to; at += 4001 * 60_000 * 24) expect(offsetAt(at)).toBe(read(at))
  for (const { at, offset } of offsetsIn(from, to).slice(1)) {
    expect([read(at - 1000), read(at)]).toEqual([offsetAt(at - 1000), offset])
  }
})
