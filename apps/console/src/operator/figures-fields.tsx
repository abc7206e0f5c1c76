import { Group, NumberInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { texts } from '#texts/operator-limits.ts'
import type { TermsValues } from './figures.ts'
import { WhatIf } from './what-if.tsx'

interface FiguresFieldsProps {
  readonly organizationId: string
  readonly form: UseFormReturnType<TermsValues>
  readonly index: number
}

const field = {
  thousandSeparator: ',',
  hideControls: true,
  w: 236,
} as const

/** A tier's rate and burst, with their effect on the calls of the last days. */
export function FiguresFields({ organizationId, form, index }: FiguresFieldsProps) {
  const figures = form.values.limits[index]
  if (!figures) return null
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Group align="flex-start" gap="md">
        <NumberInput
          {...field}
          label={texts.perMinute(figures.tier)}
          {...form.getInputProps(`limits.${index}.perMinute`)}
        />
        <NumberInput
          {...field}
          label={texts.burst(figures.tier)}
          {...form.getInputProps(`limits.${index}.burst`)}
        />
      </Group>
      <WhatIf organizationId={organizationId} figures={figures} />
    </fieldset>
  )
}
