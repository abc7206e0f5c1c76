import { Alert } from '@mantine/core'
import type { MappingTrial } from '@sluice/contract'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import classes from './mapping-page.module.css'

type Sample = MappingTrial['samples'][number]

/** What became of each sample, and what would be mixed. */
export function TrialResult({ trial }: { trial: MappingTrial }) {
  const { samples, collisions, errors, truncated } = trial
  return (
    <>
      {collisions.map(({ thingId, metric, series, labels }) => (
        <Alert key={`${thingId} ${metric}`} color="yellow" mb="xs">
          {series.length} series would be <code>{metric}</code> of <code>{thingId}</code>. They
          differ in {labels.join(', ')}.
        </Alert>
      ))}
      {errors.map(({ pointer, detail }) => (
        <Alert key={`${pointer} ${detail}`} color="red" mb="xs">
          {placeOf(pointer)} {detail}
        </Alert>
      ))}
      {samples.length > 0 && (
        <DataTable
          caption="What the samples would become"
          columns={columns}
          rows={samples.map((sample, i) => ({ ...sample, key: String(i) }))}
          rowKey={({ key }) => key}
          isMuted={({ outcome }) => outcome === 'dropped' || outcome === 'ignored'}
        />
      )}
      {truncated && <p>The text holds more samples than a try looks at.</p>}
    </>
  )
}

/** `/body/text/3` is line 3. */
function placeOf(pointer: string): string {
  const line = /^\/body\/text\/(\d+)/.exec(pointer)?.[1]
  return line === undefined ? 'The text' : `Line ${line}`
}

const columns: readonly Column<Sample & { readonly key: string }>[] = [
  {
    header: 'Sample',
    phone: true,
    cell: ({ source, unmappedLabels }) => (
      <>
        <code className={classes.source}>{source}</code>
        {unmappedLabels.length > 0 && (
          <span className={classes.reason}>Not mapped: {unmappedLabels.join(', ')}</span>
        )}
      </>
    ),
  },
  {
    header: 'Becomes',
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
    header: 'Outcome',
    phone: true,
    cell: ({ outcome, detail, createsThing }) => (
      <>
        <StatusMark status={words[outcome]} />
        {createsThing && <span className={classes.reason}>The thing is created.</span>}
        {detail && <span className={classes.reason}>{detail}</span>}
      </>
    ),
  },
]

/** Without what a scale adds in the last place. */
function shown(value: Sample['value']): string {
  if (value === null) return ''
  return String(typeof value === 'number' ? Number(value.toPrecision(15)) : value)
}

const words: Record<Sample['outcome'], string> = {
  accepted: 'Accepted',
  dropped: 'Dropped',
  ignored: 'Ignored',
  rejected: 'Rejected',
}
