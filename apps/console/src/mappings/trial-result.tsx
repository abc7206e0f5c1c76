import { Alert } from '@mantine/core'
import type { MappingTrial } from '@sluice/contract'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/mappings-trial.tsx'
import classes from './mapping-page.module.css'

type Sample = MappingTrial['samples'][number]

/** The outcome of each sample, and the series that would be mixed up. */
export function TrialResult({ trial }: { trial: MappingTrial }) {
  const { samples, collisions, errors, truncated } = trial
  return (
    <>
      {collisions.map(({ thingId, metric, series, labels }) => (
        <Alert key={`${thingId} ${metric}`} color="yellow" mb="xs">
          {texts.collision(series.length, metric, thingId, labels.join(', '))}
        </Alert>
      ))}
      {errors.map(({ pointer, detail }) => (
        <Alert key={`${pointer} ${detail}`} color="red" mb="xs">
          {faultText(pointer, detail)}
        </Alert>
      ))}
      {samples.length > 0 && (
        <DataTable
          caption={texts.caption}
          columns={columns}
          rows={samples.map((sample, i) => ({ ...sample, key: String(i) }))}
          rowKey={({ key }) => key}
          isMuted={({ outcome }) => outcome === 'dropped' || outcome === 'ignored'}
        />
      )}
      {truncated && <p>{texts.truncated}</p>}
    </>
  )
}

/** The pointer `/body/text/3` is line 3. */
function faultText(pointer: string, detail: string): string {
  const line = /^\/body\/text\/(\d+)/.exec(pointer)?.[1]
  return line === undefined ? texts.fault(detail) : texts.faultOfLine(line, detail)
}

const columns: readonly Column<Sample & { readonly key: string }>[] = [
  {
    header: texts.sample,
    phone: true,
    cell: ({ source, unmappedLabels }) => (
      <>
        <code className={classes.source}>{source}</code>
        {unmappedLabels.length > 0 && (
          <span className={classes.reason}>{texts.notMapped(unmappedLabels.join(', '))}</span>
        )}
      </>
    ),
  },
  {
    header: texts.becomes,
    phone: true,
    cell: ({ thingId, metric, value }) => (
      <>
        <code className={classes.source}>{thingId ?? '–'}</code>
        <span className={classes.reason}>
          <code>{metric ?? '–'}</code> {shown(value)}
        </span>
      </>
    ),
  },
  {
    header: texts.outcome,
    phone: true,
    cell: ({ outcome, detail, createsThing }) => (
      <>
        <StatusMark status={texts.outcomes[outcome]} />
        {createsThing && <span className={classes.reason}>{texts.createsThing}</span>}
        {detail && <span className={classes.reason}>{detail}</span>}
      </>
    ),
  },
]

/** Removes the floating-point noise of a scaling. */
function shown(value: Sample['value']): string {
  if (value === null) return ''
  return String(typeof value === 'number' ? Number(value.toPrecision(15)) : value)
}
