import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import type { ChartData } from './drawing.ts'
import { asBefore, type Line } from './lines.ts'
import { MetricChart } from './metric-chart.tsx'
import { readQuestion } from './question.ts'

const line: Line = {
  ...{ id: 'a', label: 'Truck A', color: '--series-1', band: undefined, gaps: [] },
  ...{ times: [3600], values: [4] },
}
const before = asBefore(
  { ...line, label: 'Truck A, previous period', times: [0], values: [7] },
  3600,
)
const data: ChartData = {
  ...{
    lines: [line],
    before: [before],
    rows: undefined,
    isFiltered: false,
    bucket: 3600,
    notes: [],
  },
  shown: { unit: null, isOnOff: false, isComputed: false },
  statsOf: () => undefined,
  statsBefore: () => undefined,
}
const metric = {
  ...{ key: 'cargo', name: 'Cargo', unit: null, valueKind: 'number' as const },
  ...{ expectedIntervalSeconds: null, min: null, max: null },
}

test('the table of a comparison has the previous period beside the present one', async () => {
  const html = await shownWith(
    <MetricChart
      {...{ metric, data, zone: 'UTC', isOutdated: false, range: { from: 3600, to: 7200 } }}
      question={readQuestion(new URLSearchParams('things=a&view=table&compare=1'))}
      onZoom={() => undefined}
    />,
    () => undefined,
  )
  expect(html).toContain('Truck A, previous period')
  expect(html).toMatch(/01:00 UTC.*>4<.*>7</)
})
