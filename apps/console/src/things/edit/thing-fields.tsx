'use client'

import { Select, SimpleGrid } from '@mantine/core'
import { thingStatuses } from '@sluice/contract'
import { ChoiceMultiSelect } from '#choices/choice-multi-select.tsx'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { LocationField } from '#form/location-field.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { texts } from '#texts/things-edit.tsx'
import { AttributesField } from './attributes-field.tsx'
import type { ThingValues } from './kind.ts'

/** The fields of a thing besides name and labels. */
export function ThingFields({ form }: { form: ResourceFormOf<ThingValues> }) {
  const { thingTypeId, fleetIds } = form.values
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <ChoiceSelect
          kind="thingType"
          label={texts.type.label}
          {...form.getInputProps('thingTypeId')}
        />
        <Select label={texts.status} data={[...thingStatuses]} {...form.getInputProps('status')} />
        <ChoiceSelect
          kind="site"
          label={texts.site.label}
          placeholder={texts.none}
          clearable
          clearButtonProps={{ 'aria-label': texts.site.clear }}
          {...form.getInputProps('siteId')}
        />
        <ChoiceMultiSelect
          kind="fleet"
          label={texts.fleets}
          placeholder={fleetIds.length === 0 ? texts.none : ''}
          {...form.getInputProps('fleetIds')}
        />
      </SimpleGrid>
      <LocationField otherwise={texts.location} {...form.getInputProps('location')} />
      <AttributesField thingTypeId={thingTypeId} {...form.getInputProps('attributes')} />
    </>
  )
}
