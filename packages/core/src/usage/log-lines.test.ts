import { expect, test } from 'vitest'
import { LogLines } from './log-lines.ts'
import { encodeRow, type LogRow } from './row.ts'

function rowOf(micros: number): LogRow {
  return {
    ...{ organization: 7, key: 'f3kQ9xZb7LmA', at: 1_780_315_200_007, operation: 'things.get' },
    ...{ tier: 'standard', status: 200, problem: '', address: '192.0.2.1', micros },
    ...{ needs: 'read THING/trück/1', calls: 1 },
  }
}

test('has every row once and in order, however many there are, and again when asked again', () => {
  for (const count of [0, 1, 256, 1_000]) {
    const rows = Array.from({ length: count }, (_, i) => rowOf(i))
    const lines = new LogLines()
    expect(rows.map((row) => lines.push(row))).toEqual(rows.map((_, i) => i + 1))
    const text = () => [...lines.text()].map(String).join('')
    expect(text()).toBe(rows.map(encodeRow).join(''))
    expect(text()).toBe(text())
  }
})
