import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type IntegrationValues, thresholdRow } from './draft.ts'
import classes from './threshold-rows.module.css'

/** What metric events are judged by. */
export function ThresholdRows({ form }: { form: UseFormReturnType<IntegrationValues> }) {
  const { thresholds } = form.values
  const { thresholds: fault } = form.errors
  return (
    <fieldset className={classes.set}>
      <legend>Thresholds</legend>
      <p className={classes.hint}>
        A metric is judged by its latest value, on every thing that the filter reaches.
      </p>
      {fault && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      <ul className={classes.rows}>
        {thresholds.map(({ row }, index) => (
          <li key={row} className={classes.row}>
            <TextInput
              aria-label={`Metric of threshold ${index + 1}`}
              placeholder="temperature"
              spellCheck={false}
              {...form.getInputProps(`thresholds.${index}.metric`)}
            />
            <NumberInput
              aria-label={`Threshold ${index + 1}: above`}
              placeholder="above"
              {...form.getInputProps(`thresholds.${index}.above`)}
            />
            <NumberInput
              aria-label={`Threshold ${index + 1}: below`}
              placeholder="below"
              {...form.getInputProps(`thresholds.${index}.below`)}
            />
            <ActionIcon
              size={28}
              aria-label={`Remove threshold ${index + 1}`}
              onClick={() => form.removeListItem('thresholds', index)}
            >
              <IconX size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.insertListItem('thresholds', thresholdRow())}
      >
        Add a threshold
      </Button>
    </fieldset>
  )
}
