'use client'

import type { Key } from '@sluice/contract'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { UrlTabs } from '#frame/url-tabs.tsx'
import { logParameters } from '#requests/question.ts'
import { oneOf } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { KeyUsage } from '../usage/key-usage.tsx'
import { type KeyTab, keyTabs, tabLabels } from './tabs.ts'

const RequestLog = dynamic(() => import('#requests/request-log.tsx').then((all) => all.RequestLog))
const KeyAccess = dynamic(() => import('../access/key-access.tsx').then((all) => all.KeyAccess))
const AuditTrail = dynamic(() => import('#audit/audit-trail.tsx').then((all) => all.AuditTrail))

export function KeyTabs({ record }: { record: Key }) {
  const { params } = useUrlState()
  const contents: Record<KeyTab, ReactNode> = {
    usage: <KeyUsage keyId={record.id} />,
    calls: <RequestLog keyId={record.id} />,
    access: <KeyAccess record={record} />,
    history: <AuditTrail resource={`KEY/${record.id}`} />,
  }
  return (
    <UrlTabs
      tabs={keyTabs.map((name) => ({ name, label: tabLabels[name], content: contents[name] }))}
      shown={oneOf(params, 'tab', keyTabs) ?? keyTabs[0]}
      own={[...logParameters, 'entry']}
    />
  )
}
