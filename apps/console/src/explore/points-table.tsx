'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { exactTime } from '#format/times.ts'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/explore-chart.ts'
import type { StateRow } from './drawing.ts'
import type { Line } from './lines.ts'
import classes from './points-table.module.css'
import type { ShownAs } from './shown-as.ts'
import { shownText } from './shown-text.ts'

interface PointsTableProps {
  readonly name: string
  readonly lines: readonly Line[]
  readonly rows: readonly StateRow[] | undefined
  readonly shown: ShownAs
  readonly zone: string
}

interface Row {
  readonly time: number
  /** By line id. */
  readonly cells: ReadonlyMap<string, string>
}

const STEP = 50

/** A chart as a table, newest first: one row per time, one column per line. States are listed by when they began. */
export function PointsTable({ name, lines, rows: states, shown, zone }: PointsTableProps) {
  const [most, setMost] = useState(STEP)
  const rows = states ? stateRows(states) : lineRows(lines, shown)
  const columns: Column<Row>[] = [
    {
      header: texts.points.time,
      width: '220px',
      phone: true,
      cell: ({ time }) => exactTime(new Date(Math.round(time * 1000)).toISOString(), zone),
    },
    ...(states ?? lines).map(
      ({ id, label }): Column<Row> => ({
        ...{ header: label, align: 'end', width: '140px', phone: true },
        cell: ({ cells }) => cells.get(id) ?? '–',
      }),
    ),
  ]
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={texts.points.of(name)} tabIndex={0}>
        <DataTable
          caption={texts.points.caption(name)}
          columns={columns}
          rows={rows.slice(0, most)}
          rowKey={({ time }) => String(time)}
        />
      </section>
      {rows.length > most && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setMost(most + 5 * STEP)}>
          {texts.points.more(formatCount(rows.length))}
        </Button>
      )}
    </>
  )
}

function lineRows(lines: readonly Line[], shown: ShownAs): Row[] {
  const points = lines.flatMap(({ id, times, values }) =>
    times.flatMap((time, i) => {
      const value = values[i] ?? null
      return value === null ? [] : [{ time, id, text: shownText(shown, value) }]
    }),
  )
  return byTime(points)
}

function stateRows(rows: readonly StateRow[]): Row[] {
  const points = rows.flatMap(({ id, stretches }) =>
    stretches.map(({ from, state }) => ({ time: from, id, text: state })),
  )
  return byTime(points)
}

function byTime(points: readonly { time: number; id: string; text: string }[]): Row[] {
  const byTime = new Map<number, Map<string, string>>()
  for (const { time, id, text } of points) {
    const cells = byTime.get(time) ?? new Map<string, string>()
    cells.set(id, text)
    byTime.set(time, cells)
  }
  return [...byTime].sort(([a], [b]) => b - a).map(([time, cells]) => ({ time, cells }))
}
