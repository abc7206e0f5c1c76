'use client'

import { Button } from '@mantine/core'
import type { SampleValue } from '@sluice/contract'
import { useState } from 'react'
import { exactTime } from '#format/times.ts'
import { formatAverage, formatCount, formatMeasure } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/series.ts'
import type { ThingMetric } from '#things/metrics.ts'
import type { Points } from './points.ts'
import classes from './series-table.module.css'

interface SeriesTableProps {
  readonly points: Points
  readonly metric: ThingMetric
  readonly zone: string
}

interface Row {
  readonly time: string
  readonly value: SampleValue | null
  readonly low: number | null
  readonly high: number | null
}

const STEP = 50

/** The chart's points as a table, newest first. */
export function SeriesTable({ points, metric, zone }: SeriesTableProps) {
  const [shown, setShown] = useState(STEP)
  const rows = rowsOf(points)
  return (
    <>
      <DataTable
        caption={texts.table.caption(metric.name)}
        columns={columnsOf(points, metric, zone)}
        rows={rows.slice(0, shown)}
        rowKey={(row) => row.time}
      />
      {rows.length > shown && (
        <Button
          variant="default"
          size="xs"
          className={classes.more ?? ''}
          onClick={() => setShown(shown + 5 * STEP)}
        >
          {texts.table.more(formatCount(rows.length))}
        </Button>
      )}
    </>
  )
}

function rowsOf({ times, values, low, high }: Points): Row[] {
  const rows = times.map((time, i) => ({
    time,
    value: values[i] ?? null,
    low: low?.[i] ?? null,
    high: high?.[i] ?? null,
  }))
  return rows.reverse()
}

function columnsOf(points: Points, { unit }: ThingMetric, zone: string): Column<Row>[] {
  const measure = (value: SampleValue | null) => (value === null ? '–' : formatMeasure(value, unit))
  const average = ({ value }: Row) => (value === null ? '–' : formatAverage(value, unit))
  const end = { align: 'end', phone: true } as const
  const time: Column<Row> = {
    header: texts.table.time,
    phone: true,
    cell: (row) => exactTime(row.time, zone),
  }
  if (!points.low)
    return [time, { header: texts.table.value, ...end, cell: (row) => measure(row.value) }]
  return [
    time,
    { header: texts.table.lowest, align: 'end', width: '120px', cell: (row) => measure(row.low) },
    { header: texts.table.average, width: '120px', ...end, cell: average },
    { header: texts.table.highest, align: 'end', width: '120px', cell: (row) => measure(row.high) },
  ]
}
