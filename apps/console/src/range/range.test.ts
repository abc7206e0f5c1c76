import { expect, test } from 'vitest'
import { endingAt, moved, presetOf, rangeSteps, spanInUrl, startingAt, widened } from './range.ts'

const span = { from: 100, to: 200 }

test('moves and widens a span', () => {
  expect([moved(span, -1), moved(span, 0.5)]).toEqual([
    { from: 0, to: 100 },
    { from: 150, to: 250 },
  ])
  expect(widened(span, 2)).toEqual({ from: 50, to: 250 })
})

test('an entered start or end is kept, and the other end moves if it must', () => {
  expect([startingAt(span, 150), startingAt(span, 250)]).toEqual([
    { from: 150, to: 200 },
    { from: 250, to: 350 },
  ])
  expect([endingAt(span, 150), endingAt(span, 50)]).toEqual([
    { from: 100, to: 150 },
    { from: -50, to: 50 },
  ])
})

test('each range step has a distinct name and key, and zooming in reverts zooming out', () => {
  const to = Object.fromEntries(rangeSteps.map((step) => [step.key, step.to]))
  expect(to.ArrowLeft?.(span)).toEqual({ from: 50, to: 150 })
  expect(to.ArrowRight?.(span)).toEqual({ from: 150, to: 250 })
  expect(to['+']?.(span)).toEqual({ from: 125, to: 175 })
  expect(to['+']?.(to['-']?.(span) ?? span)).toEqual(span)
  expect(new Set(rangeSteps.map(({ name }) => name)).size).toBe(rangeSteps.length)
})

test('a span in the URL is never empty', () => {
  expect(spanInUrl({ from: 0.0001, to: 0.0002 })).toEqual({
    from: '1970-01-01T00:00:00.000Z',
    to: '1970-01-01T00:00:00.001Z',
  })
})

test('only a range that ends now is a preset', () => {
  const presets = { '-24h': '24 hours' }
  expect(presetOf(presets, { from: '-24h', to: 'now' })).toBe('-24h')
  expect(presetOf(presets, { from: 'now-24h', to: 'now' })).toBe('-24h')
  expect(presetOf(presets, { from: '-24h', to: '-1h' })).toBeNull()
  expect(presetOf(presets, { from: 'toString', to: 'now' })).toBeNull()
})
