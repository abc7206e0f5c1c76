'use client'

import { Skeleton, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/audit.ts'
import type { Logged } from './logged.ts'
import classes from './others.module.css'
import { Sentence } from './sentences/sentence.tsx'

/** Longer lists link to a page of their own. */
const SHOWN = 10

/** Says how many more changes the same call made, and lists them when expanded. */
export function Others({ entry }: { entry: Logged }) {
  const { entries, requestId } = entry
  const [isOpen, { toggle }] = useDisclosure()
  if (entries < 2 || requestId === null) return null
  return (
    <div className={classes.others}>
      <UnstyledButton className={classes.toggle ?? ''} aria-expanded={isOpen} onClick={toggle}>
        <IconChevronRight size={14} stroke={1.8} aria-hidden />
        {texts.others(entries - 1)}
      </UnstyledButton>
      {isOpen && <OtherEntries entry={entry} requestId={requestId} />}
    </div>
  )
}

function OtherEntries({ entry, requestId }: { entry: Logged; requestId: string }) {
  const trpc = useTRPC()
  // One more than shown, because the entry itself may be among them.
  const asked = { query: { requestId, limit: SHOWN + 1 } }
  const query = useQuery(trpc.audit.list.queryOptions(asked))
  return (
    <Loaded
      query={query}
      title={texts.othersFailed}
      waiting={<Skeleton height={20 * Math.min(SHOWN, entry.entries - 1)} />}
    >
      {(data) => {
        const others = data.items.filter(({ id }) => id !== entry.id).slice(0, SHOWN)
        return (
          <>
            <ul className={classes.list}>
              {others.map((other) => (
                <li key={other.id}>
                  <Sentence entry={other} />
                </li>
              ))}
            </ul>
            <PageLink href={`/audit-log?request=${encodeURIComponent(requestId)}`}>
              {texts.allOfCall(entry.entries)}
            </PageLink>
          </>
        )
      }}
    </Loaded>
  )
}
