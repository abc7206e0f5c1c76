'use client'

import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { LocationField } from '#form/location-field.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { texts } from '#texts/sites.ts'
import type { SiteValues } from './kind.ts'

/** The fields of a site besides name and labels. */
export function SiteFields({ form }: { form: ResourceFormOf<SiteValues> }) {
  const { timezone } = form.values
  // The browser's list lacks UTC and outdated zone names.
  const zones = new Set(['UTC', timezone, ...Intl.supportedValuesOf('timeZone')])
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label={texts.fields.timeZone}
          description={texts.fields.timeZoneHint}
          data={[...zones]}
          searchable
          limit={100}
          nothingFoundMessage={texts.fields.noSuchZone}
          {...form.getInputProps('timezone')}
        />
        <LocationField {...form.getInputProps('location')} />
      </SimpleGrid>
      <TextInput label={texts.address} maxLength={500} {...form.getInputProps('address')} />
    </>
  )
}
