'use client'

import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { formatCount } from '#format/values.ts'
import { Section } from '#frame/section.tsx'
import { useZone } from '#preferences/preferences-provider.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/keys-usage.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { usageDays, usageQuery } from '../page/queries.ts'
import { DayChart } from './day-chart.tsx'
import classes from './key-usage.module.css'
import { UsageTable } from './usage-table.tsx'

const options = usageDays.map((days) => ({ value: days, label: texts.lastDays(days) }))

export function KeyUsage({ keyId }: { keyId: string }) {
  const trpc = useTRPC()
  const { params, filter } = useUrlState()
  const query = usageQuery(keyId, params, useZone())
  const usage = useQuery(trpc.keys.usage.queryOptions(query))
  const range = (
    <Select
      size="xs"
      w={132}
      aria-label={texts.days}
      data={options}
      value={String(query.query.days)}
      onChange={(chosen) => filter({ days: chosen })}
    />
  )
  const waiting = (
    <Section title={texts.byDay.title} actions={range}>
      <Skeleton height={228} />
    </Section>
  )
  return (
    <Loaded query={usage} title={texts.failed} waiting={waiting}>
      {(data) => {
        const { calls, refused, failed } = data.totals
        return (
          <>
            <Section title={texts.byDay.title} actions={range}>
              <p className={classes.totals}>
                {texts.totals(calls, formatCount(refused), formatCount(failed), data.timezone)}
              </p>
              <DayChart days={data.days} />
            </Section>
            <Section title={texts.byOperation.title}>
              <UsageTable
                caption={texts.byOperation.caption}
                what={texts.byOperation.operation}
                rows={data.operations.map(({ operation, ...counts }) => ({
                  name: operation,
                  ...counts,
                }))}
              />
            </Section>
            <Section title={texts.byAddress.title}>
              <UsageTable
                caption={texts.byAddress.caption}
                what={texts.byAddress.address}
                rows={data.addresses.map(({ address, ...counts }) => ({
                  name: address,
                  ...counts,
                }))}
              />
            </Section>
          </>
        )
      }}
    </Loaded>
  )
}
