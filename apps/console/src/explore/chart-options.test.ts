import { expect, test } from 'vitest'
import { chartData } from './chart-options.ts'

const line = { label: '', color: '', gaps: [], band: undefined }

test('keeps a gap in one line where other lines have points', () => {
  const silent = { ...line, id: 'a', times: [0, 0.001, 9], values: [1, null, 2] }
  const steady = { ...line, id: 'b', times: [0, 3, 6, 9], values: [5, 6, 7, 8] }
  expect(chartData([silent, steady])).toEqual([
    [0, 0.001, 3, 6, 9],
    [1, null, null, null, 2],
    [5, undefined, 6, 7, 8],
  ])
})
