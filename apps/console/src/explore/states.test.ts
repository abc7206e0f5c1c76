import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'
import { momentsOf, stretchesOf } from './states.ts'

const range = { from: 0, to: 1000 }
const times = (...seconds: number[]) => seconds.map((at) => new Date(at * 1000).toISOString())
const mode = { key: 'mode', valueKind: 'text', expectedIntervalSeconds: null } as const
const door = { key: 'door', valueKind: 'boolean', expectedIntervalSeconds: null } as const

test('a state lasts until the next one, or until the end', () => {
  const at = times(0, 100, 200, 400)
  expect(stretchesOf(at, ['idle', 'run', 'run', 'idle'], mode, range)).toEqual([
    { from: 0, to: 100, state: 'idle' },
    { from: 100, to: 400, state: 'run' },
    { from: 400, to: 1000, state: 'idle' },
  ])
})

test('a state does not extend over a silence if samples are expected often', () => {
  const often = { ...mode, expectedIntervalSeconds: 10 }
  expect(stretchesOf(times(0, 10, 500), ['run', 'run', 'run'], often, range)).toEqual([
    { from: 0, to: 40, state: 'run' },
    { from: 500, to: 530, state: 'run' },
  ])
})

test('filtered samples do not last until the next one', () => {
  expect(momentsOf(times(200, 100, 0), ['run', null, 'run'], mode)).toEqual([
    { from: 200, to: 200, state: 'run' },
    { from: 0, to: 0, state: 'run' },
  ])
  expect(momentsOf(times(0, 1), [true, false], door).map(({ state }) => state)).toEqual([
    'on',
    'off',
  ])
})

test('a bucket in which a boolean was on and off is partly on', () => {
  const states = stretchesOf(times(0, 100, 200), [0, 0.5, 1], door, range)
  expect(states.map(({ state }) => state)).toEqual(['off', 'partly on', 'on'])
  expect(stretchesOf(times(0, 1), [true, null], door, range)).toEqual([
    { from: 0, to: 1000, state: 'on' },
  ])
})

test('shares are relative to the time with known states', () => {
  const stretches = [
    { from: 0, to: 10, state: 'a' },
    { from: 500, to: 530, state: 'b' },
  ]
  expect(sharesOf(stretches)).toEqual([
    { state: 'b', share: 0.75 },
    { state: 'a', share: 0.25 },
  ])
})
