import { NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { FieldSet } from '#form/field-set.tsx'
import { AddRow, RemoveRow } from '#form/row-buttons.tsx'
import classes from '#form/rows.module.css'
import { texts } from '#texts/integrations-form.ts'
import { type IntegrationValues, thresholdRow } from './draft.ts'

/** Edits the thresholds for metric events. */
export function ThresholdRows({ form }: { form: UseFormReturnType<IntegrationValues> }) {
  const { thresholds } = form.values
  const { thresholds: fault } = form.errors
  return (
    <FieldSet legend={texts.thresholds.label} hint={texts.thresholds.hint} fault={fault}>
      <ul className={classes.rows}>
        {thresholds.map(({ row }, index) => (
          <li key={row} className={classes.row}>
            <TextInput
              className={classes.wide ?? ''}
              wrapperProps={{ 'data-twice': true }}
              aria-label={texts.thresholds.metricOf(index + 1)}
              placeholder={texts.thresholds.example}
              spellCheck={false}
              {...form.getInputProps(`thresholds.${index}.metric`)}
            />
            <NumberInput
              hideControls
              className={classes.wide ?? ''}
              aria-label={texts.thresholds.aboveOf(index + 1)}
              placeholder={texts.thresholds.above}
              {...form.getInputProps(`thresholds.${index}.above`)}
            />
            <NumberInput
              hideControls
              className={classes.wide ?? ''}
              aria-label={texts.thresholds.belowOf(index + 1)}
              placeholder={texts.thresholds.below}
              {...form.getInputProps(`thresholds.${index}.below`)}
            />
            <RemoveRow
              label={texts.thresholds.remove(index + 1)}
              onClick={() => form.removeListItem('thresholds', index)}
            />
          </li>
        ))}
      </ul>
      <AddRow
        label={texts.thresholds.add}
        onClick={() => form.insertListItem('thresholds', thresholdRow())}
      />
    </FieldSet>
  )
}
