'use client'

import { Checkbox, TextInput } from '@mantine/core'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { FieldSet } from '#form/field-set.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { AddRow, RemoveRow } from '#form/row-buttons.tsx'
import classes from '#form/rows.module.css'
import { metricRow, type TypeValues } from './kind.ts'

/** The metrics that things of the type send: the name in a frame, and what it means. */
export function MetricRows({ form }: { form: ResourceFormOf<TypeValues> }) {
  return (
    <FieldSet
      legend="Metrics"
      hint="Its key in frames, and its definition."
      fault={form.errors.metrics}
    >
      <ul className={classes.rows}>
        {form.values.metrics.map(({ row, metricDefinitionId }, index) => (
          <li key={row} className={classes.row}>
            <TextInput
              className={classes.wide ?? ''}
              aria-label={`Key of metric ${index + 1}`}
              placeholder="temperature"
              spellCheck={false}
              autoFocus={metricDefinitionId === null}
              {...form.getInputProps(`metrics.${index}.key`)}
            />
            <ChoiceSelect
              kind="metric"
              className={classes.wide ?? ''}
              aria-label={`Definition of metric ${index + 1}`}
              placeholder="Definition"
              {...form.getInputProps(`metrics.${index}.metricDefinitionId`)}
            />
            <Checkbox
              className={classes.check ?? ''}
              label="Required"
              aria-label={`Metric ${index + 1} is required in every frame`}
              {...form.getInputProps(`metrics.${index}.required`, { type: 'checkbox' })}
            />
            <RemoveRow
              label={`Remove metric ${index + 1}`}
              onClick={() => form.removeListItem('metrics', index)}
            />
          </li>
        ))}
      </ul>
      <AddRow label="Add a metric" onClick={() => form.insertListItem('metrics', metricRow())} />
    </FieldSet>
  )
}
