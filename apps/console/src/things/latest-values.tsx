import { Time } from '#format/time.tsx'
import { formatMeasure } from '#format/values.ts'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowButton } from '#table/row-target.tsx'
import classes from './latest-values.module.css'
import type { ThingMetric } from './metrics.ts'

interface LatestValuesProps {
  readonly metrics: readonly ThingMetric[]
  /** The key of the metric whose series is shown. */
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

/** The latest sample of each metric by its own time; a row shows its series. */
export function LatestValues({ metrics, chosen, onChoose }: LatestValuesProps) {
  const columns: Column<ThingMetric>[] = [
    {
      header: 'Metric',
      phone: true,
      cell: ({ key, name, latest }) =>
        latest ? (
          <RowButton onClick={() => onChoose(key)} pressed={key === chosen}>
            {name} <code className={classes.key}>{key}</code>
          </RowButton>
        ) : (
          <>
            {name} <code className={classes.key}>{key}</code>
          </>
        ),
    },
    {
      header: 'Value',
      width: '150px',
      align: 'end',
      phone: true,
      cell: ({ latest, unit }) => (
        <span className={classes.value}>{latest ? formatMeasure(latest.value, unit) : '–'}</span>
      ),
    },
    {
      header: 'Measured',
      width: '120px',
      phone: true,
      cell: ({ latest }) => (latest ? <Time iso={latest.timestamp} /> : 'Never'),
    },
    {
      header: 'State',
      width: '96px',
      cell: ({ latest }) => latest && latest.stale !== null && <Freshness stale={latest.stale} />,
    },
  ]
  return (
    <DataTable
      caption="Latest values"
      columns={columns}
      rows={metrics}
      rowKey={(metric) => metric.key}
      isMuted={(metric) => !metric.latest}
    />
  )
}

function Freshness({ stale }: { stale: boolean }) {
  return <StatusMark status={stale ? 'Stale' : 'Fresh'} />
}
