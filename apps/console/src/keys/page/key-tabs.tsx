'use client'

import { Tabs } from '@mantine/core'
import type { Key } from '@sluice/contract'
import { oneOf } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { AuditTrail } from '../../audit/audit-trail.tsx'
import { KeyAccess } from '../access/key-access.tsx'
import { KeyCalls } from '../calls/key-calls.tsx'
import { KeyUsage } from '../usage/key-usage.tsx'
import classes from './key-tabs.module.css'
import { keyTabs, tabLabels } from './tabs.ts'

/** What a key did and may do; which part is shown lives in the URL, and only that is asked for. */
export function KeyTabs({ record }: { record: Key }) {
  const { params, filter } = useUrlState()
  const tab = oneOf(params, 'tab', keyTabs) ?? keyTabs[0]
  const show = (chosen: string | null) =>
    filter({ tab: chosen === keyTabs[0] ? null : chosen, outcome: null, entry: null })
  return (
    <Tabs value={tab} onChange={show} keepMounted={false} classNames={{ tab: classes.tab ?? '' }}>
      <Tabs.List mb="md">
        {keyTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {tabLabels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="usage">
        <KeyUsage keyId={record.id} />
      </Tabs.Panel>
      <Tabs.Panel value="calls">
        <KeyCalls keyId={record.id} />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <KeyAccess record={record} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <AuditTrail resource={`KEY/${record.id}`} />
      </Tabs.Panel>
    </Tabs>
  )
}
