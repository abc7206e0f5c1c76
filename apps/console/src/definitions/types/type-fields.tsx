'use client'

import { Select } from '@mantine/core'
import { JsonField } from '#form/json-field.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import type { TypeValues } from './kind.ts'
import { MetricRows } from './metric-rows.tsx'

const unknowns = [
  { value: 'reject', label: 'Reject the frame' },
  { value: 'ignore', label: 'Ignore them' },
]

/** What a thing type has beyond a name and labels. */
export function TypeFields({ form }: { form: ResourceFormOf<TypeValues> }) {
  return (
    <>
      <MetricRows form={form} />
      <Select
        label="Other metrics in a frame"
        data={unknowns}
        {...form.getInputProps('unknownMetrics')}
      />
      <JsonField
        label="Schema of attributes"
        description="JSON Schema (2020-12) for the attributes of its things. Empty: no rules."
        placeholder='{"properties": {"serial": {"type": "string"}}, "required": ["serial"]}'
        {...form.getInputProps('attributesSchema')}
      />
    </>
  )
}
