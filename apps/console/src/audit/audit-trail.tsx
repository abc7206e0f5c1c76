'use client'

import { IconHistory } from '@tabler/icons-react'
import { State } from '#states/state.tsx'
import { texts } from '#texts/audit.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { AuditList } from './audit-list.tsx'
import { trailQuery } from './query.ts'

/** The changes of one resource. */
export function AuditTrail({ resource }: { resource: string }) {
  const { params } = useUrlState()
  return (
    <AuditList
      asked={trailQuery(resource, params)}
      empty={
        <State icon={IconHistory} title={texts.noneOfOne.title}>
          {texts.noneOfOne.text}
        </State>
      }
    />
  )
}
