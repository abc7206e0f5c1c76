import { Time } from '#format/time.tsx'
import { formatMeasure } from '#format/values.ts'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowButton, RowWords } from '#table/row-target.tsx'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/things.ts'
import classes from './latest-values.module.css'
import type { ThingMetric } from './metrics.ts'

interface LatestValuesProps {
  readonly metrics: readonly ThingMetric[]
  /** Key of the metric whose series is shown. */
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

const freshness: Column<ThingMetric> = {
  header: texts.latest.state,
  width: '96px',
  cell: ({ latest }) => latest && latest.stale !== null && <Freshness stale={latest.stale} />,
}

/** The latest sample of each metric, with its time. Choosing a row shows its series. */
export function LatestValues({ metrics, chosen, onChoose }: LatestValuesProps) {
  const columns: Column<ThingMetric>[] = [
    {
      header: texts.latest.metric,
      phone: true,
      cell: ({ key, name, latest }) =>
        latest ? (
          <RowButton
            onClick={() => onChoose(key)}
            pressed={key === chosen}
            below={<code className={classes.key}>{key}</code>}
            belowOnPhone={<Measured {...latest} />}
          >
            {name}
          </RowButton>
        ) : (
          <RowWords below={<code className={classes.key}>{key}</code>} belowOnPhone={common.never}>
            {name}
          </RowWords>
        ),
    },
    {
      header: texts.latest.value,
      width: '140px',
      align: 'end',
      phone: true,
      cell: ({ latest, unit }) => (
        <span className={classes.value}>{latest ? formatMeasure(latest.value, unit) : '–'}</span>
      ),
    },
    {
      header: texts.latest.measured,
      width: '104px',
      cell: ({ latest }) => (latest ? <Time iso={latest.timestamp} /> : common.never),
    },
  ]
  // Shown only if some metric has an expected interval.
  if (metrics.some(({ latest }) => latest?.stale != null)) columns.push(freshness)
  return (
    <DataTable
      caption={texts.latest.title}
      columns={columns}
      rows={metrics}
      rowKey={(metric) => metric.key}
      isMuted={(metric) => !metric.latest}
    />
  )
}

/** The age of a value, marked if it is stale. Phones have no column for the state. */
function Measured({ timestamp, stale }: NonNullable<ThingMetric['latest']>) {
  return (
    <>
      {stale && <Freshness stale />} <Time iso={timestamp} />
    </>
  )
}

function Freshness({ stale }: { stale: boolean }) {
  return <StatusMark status={stale ? 'Stale' : 'Fresh'} />
}
