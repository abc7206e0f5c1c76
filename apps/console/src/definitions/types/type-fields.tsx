'use client'

import { Select } from '@mantine/core'
import { JsonField } from '#form/json-field.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { texts } from '#texts/definitions-types.ts'
import type { TypeValues } from './kind.ts'
import { MetricRows } from './metric-rows.tsx'

const unknowns = [
  { value: 'reject', label: texts.fields.othersReject },
  { value: 'ignore', label: texts.fields.othersIgnore },
]

/** The fields of a thing type besides name and labels. */
export function TypeFields({ form }: { form: ResourceFormOf<TypeValues> }) {
  return (
    <>
      <MetricRows form={form} />
      <Select
        label={texts.fields.others}
        data={unknowns}
        {...form.getInputProps('unknownMetrics')}
      />
      <JsonField
        label={texts.schema}
        description={texts.fields.schemaHint}
        placeholder={texts.fields.schemaExample}
        {...form.getInputProps('attributesSchema')}
      />
    </>
  )
}
