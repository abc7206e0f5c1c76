import { NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { FieldSet } from '#form/field-set.tsx'
import { AddRow, RemoveRow } from '#form/row-buttons.tsx'
import classes from '#form/rows.module.css'
import { type IntegrationValues, thresholdRow } from './draft.ts'

/** What metric events are judged by. */
export function ThresholdRows({ form }: { form: UseFormReturnType<IntegrationValues> }) {
  const { thresholds } = form.values
  const { thresholds: fault } = form.errors
  return (
    <FieldSet
      legend="Thresholds"
      hint="Each applies to the latest value of a metric, on every thing that the filter matches."
      fault={fault}
    >
      <ul className={classes.rows}>
        {thresholds.map(({ row }, index) => (
          <li key={row} className={classes.row}>
            <TextInput
              className={classes.wide ?? ''}
              wrapperProps={{ 'data-twice': true }}
              aria-label={`Metric of threshold ${index + 1}`}
              placeholder="temperature"
              spellCheck={false}
              {...form.getInputProps(`thresholds.${index}.metric`)}
            />
            <NumberInput
              hideControls
              className={classes.wide ?? ''}
              aria-label={`Threshold ${index + 1}: above`}
              placeholder="above"
              {...form.getInputProps(`thresholds.${index}.above`)}
            />
            <NumberInput
              hideControls
              className={classes.wide ?? ''}
              aria-label={`Threshold ${index + 1}: below`}
              placeholder="below"
              {...form.getInputProps(`thresholds.${index}.below`)}
            />
            <RemoveRow
              label={`Remove threshold ${index + 1}`}
              onClick={() => form.removeListItem('thresholds', index)}
            />
          </li>
        ))}
      </ul>
      <AddRow
        label="Add a threshold"
        onClick={() => form.insertListItem('thresholds', thresholdRow())}
      />
    </FieldSet>
  )
}
