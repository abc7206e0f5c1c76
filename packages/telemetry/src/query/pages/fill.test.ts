import { describe, expect, test } from 'vitest'
import { fillColumn } from './fill.ts'

const nothing = { before: undefined, after: undefined }
const times = [0, 10, 20, 30, 40]
const endless = Number.POSITIVE_INFINITY

describe('fill=previous', () => {
  const filling = { fill: 'previous', maxGap: endless } as const

  test('repeats the previous value of any type', () => {
    const values = [null, 'a', null, true, null]
    expect(fillColumn(times, values, nothing, filling)).toEqual([null, 'a', 'a', true, true])
  })

  test('continues from the last value before the page', () => {
    const around = { before: { time: -5, value: 7 }, after: undefined }
    const values = [null, null, 1, null, null]
    expect(fillColumn(times, values, around, filling)).toEqual([7, 7, 1, 1, 1])
    const near = { ...filling, maxGap: 10 }
    expect(fillColumn(times, values, around, near)).toEqual([7, null, 1, 1, null])
  })
})

describe('fill=linear', () => {
  const filling = { fill: 'linear', maxGap: endless } as const

  test('interpolates between the neighbouring values', () => {
    const around = { before: { time: -10, value: 0 }, after: { time: 80, value: 8 } }
    const values = [null, 2, null, null, null]
    expect(fillColumn(times, values, around, filling)).toEqual([1, 2, 20 / 7 - 0, 26 / 7, 32 / 7])
  })

  test('leaves null beyond the ends, between non-numbers and across long gaps', () => {
    const alone = [null, 2, null, 4, null]
    expect(fillColumn(times, alone, nothing, filling)).toEqual([null, 2, 3, 4, null])
    expect(fillColumn(times, alone, nothing, { ...filling, maxGap: 19 })).toEqual(alone)
    expect(fillColumn(times, alone, nothing, { ...filling, maxGap: 20 })[2]).toBe(3)
    const mixed = [true, null, false, null, 'x']
    expect(fillColumn(times, mixed, nothing, filling)).toEqual(mixed)
  })
})

test('fill=null leaves gaps null', () => {
  const values = [null, 1, null, null, 2]
  expect(fillColumn(times, values, nothing, { fill: 'null', maxGap: endless })).toEqual(values)
})
