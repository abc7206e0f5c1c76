'use client'

import { Checkbox, TextInput } from '@mantine/core'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { FieldSet } from '#form/field-set.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { AddRow, RemoveRow } from '#form/row-buttons.tsx'
import classes from '#form/rows.module.css'
import { texts } from '#texts/definitions-types.ts'
import { metricRow, type TypeValues } from './kind.ts'

/** The metrics that things of this type send: the key in a frame and its definition. */
export function MetricRows({ form }: { form: ResourceFormOf<TypeValues> }) {
  return (
    <FieldSet legend={texts.metrics} hint={texts.fields.metricsHint} fault={form.errors.metrics}>
      <ul className={classes.rows}>
        {form.values.metrics.map(({ row, metricDefinitionId }, index) => (
          <li key={row} className={classes.row}>
            <TextInput
              className={classes.wide ?? ''}
              aria-label={texts.fields.keyOf(index + 1)}
              placeholder={texts.fields.keyExample}
              spellCheck={false}
              autoFocus={metricDefinitionId === null}
              {...form.getInputProps(`metrics.${index}.key`)}
            />
            <ChoiceSelect
              kind="metric"
              className={classes.wide ?? ''}
              aria-label={texts.fields.definitionOf(index + 1)}
              placeholder={texts.definition}
              {...form.getInputProps(`metrics.${index}.metricDefinitionId`)}
            />
            <Checkbox
              className={classes.check ?? ''}
              label={texts.required}
              aria-label={texts.fields.requiredOf(index + 1)}
              {...form.getInputProps(`metrics.${index}.required`, { type: 'checkbox' })}
            />
            <RemoveRow
              label={texts.fields.removeOf(index + 1)}
              onClick={() => form.removeListItem('metrics', index)}
            />
          </li>
        ))}
      </ul>
      <AddRow
        label={texts.fields.add}
        onClick={() => form.insertListItem('metrics', metricRow())}
      />
    </FieldSet>
  )
}
