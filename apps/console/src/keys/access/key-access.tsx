'use client'

import type { Key } from '@sluice/contract'
import { Section } from '#frame/section.tsx'
import { CheckCall } from '../check/check-call.tsx'
import { Suggestions } from '../suggest/suggestions.tsx'

/** What a key may do: a dry run of any call, and narrower access that would have been enough. */
export function KeyAccess({ record }: { record: Key }) {
  return (
    <>
      <Section title="Would this be allowed?">
        <CheckCall record={record} />
      </Section>
      {record.status === 'Active' && (
        <Section title="Suggested access">
          <Suggestions record={record} />
        </Section>
      )}
    </>
  )
}
