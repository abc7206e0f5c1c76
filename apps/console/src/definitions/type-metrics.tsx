import type { ThingType } from '@sluice/contract'
import { Section } from '#frame/section.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import classes from './type-metrics.module.css'

type TypeMetric = ThingType['metrics'][number]

const columns: readonly Column<TypeMetric>[] = [
  { header: 'Key', phone: true, cell: ({ key }) => <code>{key}</code> },
  {
    header: 'Definition',
    phone: true,
    cell: ({ metricDefinitionId }) => <code>{metricDefinitionId}</code>,
  },
  {
    header: 'In frames',
    width: '96px',
    phone: true,
    cell: ({ required }) => (required ? 'Required' : 'Optional'),
  },
]

/** The metrics that a thing type's frames carry, and the JSON Schema of its things' attributes. */
export function TypeMetrics({ type }: { type: ThingType }) {
  return (
    <div className={classes.more}>
      <Section title="Metrics">
        <DataTable
          caption="Metrics"
          columns={columns}
          rows={type.metrics}
          rowKey={(metric) => metric.key}
        />
      </Section>
      {type.attributesSchema && (
        <Section title="Schema of attributes">
          <pre className={classes.schema}>{JSON.stringify(type.attributesSchema, null, 2)}</pre>
        </Section>
      )}
    </div>
  )
}
