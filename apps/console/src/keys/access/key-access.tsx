'use client'

import { Skeleton } from '@mantine/core'
import type { Key } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { Section } from '#frame/section.tsx'
import { texts } from '#texts/keys-change.tsx'
import { Suggestions } from '../suggest/suggestions.tsx'
import classes from './key-access.module.css'

const CheckCall = dynamic(() => import('../check/check-call.tsx').then((all) => all.CheckCall), {
  ssr: false,
  loading: () => <Skeleton className={classes.check ?? ''} />,
})

/** What a key may do: a dry run of any call, and suggestions for narrower access. */
export function KeyAccess({ record }: { record: Key }) {
  return (
    <>
      <Section title={texts.access.check}>
        <CheckCall record={record} />
      </Section>
      {record.status === 'Active' && (
        <Section title={texts.access.suggested}>
          <Suggestions record={record} />
        </Section>
      )}
    </>
  )
}
