'use client'

import { MultiSelect, Select, SimpleGrid } from '@mantine/core'
import { thingStatuses } from '@sluice/contract'
import { LocationField } from '#form/location-field.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { useNames, withChosen } from '../use-names.ts'
import { AttributesField } from './attributes-field.tsx'
import type { ThingValues } from './kind.ts'

/** What a thing has beyond a name and labels. */
export function ThingFields({ form }: { form: ResourceFormOf<ThingValues> }) {
  const { types, sites, fleets } = useNames()
  const { thingTypeId, siteId, fleetIds } = form.values
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label="Type"
          data={withChosen(types, [thingTypeId])}
          searchable
          nothingFoundMessage="No such type"
          {...form.getInputProps('thingTypeId')}
        />
        <Select label="Status" data={[...thingStatuses]} {...form.getInputProps('status')} />
        <Select
          label="Site"
          placeholder="None"
          data={withChosen(sites, [siteId])}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'No site' }}
          nothingFoundMessage="No such site"
          {...form.getInputProps('siteId')}
        />
        <MultiSelect
          label="Fleets"
          placeholder={fleetIds.length === 0 ? 'None' : ''}
          data={withChosen(fleets, fleetIds)}
          searchable
          nothingFoundMessage="No such fleet"
          comboboxProps={{ shadow: 'none' }}
          {...form.getInputProps('fleetIds')}
        />
      </SimpleGrid>
      <LocationField otherwise="Empty: where its site is." {...form.getInputProps('location')} />
      <AttributesField thingTypeId={thingTypeId} {...form.getInputProps('attributes')} />
    </>
  )
}
