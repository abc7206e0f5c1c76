import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { failureText, isConflict } from '#data/failure.ts'

interface OverlapFormProps {
  readonly texts: {
    readonly lead: string
    /** The label of the choice. */
    readonly label: string
    /** Said if the record has changed since it was read. */
    readonly changed: string
    readonly action: string
    readonly cancel: string
  }
  /** Seconds as values; {@link USUAL} must be among them. */
  readonly overlaps: readonly {
    readonly value: string
    readonly label: string
    readonly hint?: string
  }[]
  /** Shown below the choice. */
  readonly warning?: (overlapSeconds: number) => ReactNode
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (overlapSeconds: number) => void
  readonly onCancel: () => void
}

/** A day, chosen at first. */
const USUAL = '86400'

/** Asks for how long the old secret keeps working beside the new one. */
export function OverlapForm(props: OverlapFormProps) {
  const { texts, overlaps, warning, isBusy, error, onSubmit, onCancel } = props
  const [overlap, setOverlap] = useState(USUAL)
  return (
    <Stack gap="lg">
      <Text size="sm">{texts.lead}</Text>
      <Radio.Group label={texts.label} value={overlap} onChange={setOverlap}>
        <Stack gap="xs" mt={6}>
          {overlaps.map(({ value, label, hint }) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={hint}
              size="xs"
              data-autofocus={value === overlap || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {warning?.(Number(overlap))}
      <div role="alert">
        {error !== null && (
          <Alert color="red">{isConflict(error) ? texts.changed : failureText(error)}</Alert>
        )}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {texts.cancel}
        </Button>
        <Button loading={isBusy} onClick={() => onSubmit(Number(overlap))}>
          {texts.action}
        </Button>
      </Group>
    </Stack>
  )
}
