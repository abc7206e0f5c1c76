import type { ThingType } from '@sluice/contract'
import { Section } from '#frame/section.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/definitions-types.ts'
import classes from './type-metrics.module.css'

type TypeMetric = ThingType['metrics'][number]

const columns: readonly Column<TypeMetric>[] = [
  { header: texts.key, phone: true, cell: ({ key }) => <code>{key}</code> },
  {
    header: texts.definition,
    phone: true,
    cell: ({ metricDefinitionId }) => <code>{metricDefinitionId}</code>,
  },
  {
    header: texts.inFrames,
    width: '96px',
    phone: true,
    cell: ({ required }) => (required ? texts.required : texts.optional),
  },
]

/** The metrics of a thing type, and the JSON Schema of its things' attributes. */
export function TypeMetrics({ type }: { type: ThingType }) {
  return (
    <div className={classes.more}>
      <Section title={texts.metrics}>
        <DataTable
          caption={texts.metrics}
          columns={columns}
          rows={type.metrics}
          rowKey={(metric) => metric.key}
        />
      </Section>
      {type.attributesSchema && (
        <Section title={texts.schema}>
          <pre className={classes.schema}>{JSON.stringify(type.attributesSchema, null, 2)}</pre>
        </Section>
      )}
    </div>
  )
}
