import { expect, test } from 'vitest'
import { timeStepOf } from './time-steps.ts'

/** RFC 6238, appendix B, for SHA-1: an app shows the last six of its eight digits. */
const secret = '12345678901234567890'

test.each([
  ['1970-01-01T00:00:59Z', '287082', 0x1],
  ['2005-03-18T01:58:29Z', '081804', 0x23523ec],
  ['2009-02-13T23:31:30Z', '005924', 0x273ef07],
  ['2033-05-18T03:33:20Z', '279037', 0x3f940aa],
])('the code of RFC 6238 for %s belongs to its time step', (time, code, step) => {
  expect(timeStepOf(secret, code, new Date(time))).toBe(step)
})

const [code, step] = ['081804', 0x23523ec]

test.each([
  [-60, step],
  [-30, step],
  [30, step],
  [-90, undefined],
  [60, undefined],
])('a clock %s s off from the app finds the time step %s', (seconds, found) => {
  const now = new Date(step * 30_000 + seconds * 1000)
  expect(timeStepOf(secret, code, now)).toBe(found)
})

test.each(['081805', '81804', '0818040', '', '０８１８０４'])(
  'the code “%s” is rejected',
  (wrong) => {
    expect(timeStepOf(secret, wrong, new Date(step * 30_000))).toBeUndefined()
  },
)
