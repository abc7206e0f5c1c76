'use client'

import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Key, KeyCall } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { AddressLines, ScopeLines } from '#keys/scope-lines.tsx'
import { ApplyChange } from '#keys/suggest/apply-change.tsx'
import { Facts } from '#states/facts.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/requests.ts'
import { changeFor, wordsOfChange } from './change-for.ts'
import { useKeyThen } from './use-key-then.ts'

/** The scopes a call needed and those its key had, then and now. If some are missing, offers to add them. */
export function CallAccess({ call }: { call: KeyCall }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.keys.get.queryOptions({ params: { keyId: call.keyId }, query: {} }))
  return (
    <Loaded query={query} title={texts.access.failed} waiting={<Skeleton height={160} />}>
      {(data) => <Access call={call} record={data} />}
    </Loaded>
  )
}

function Access({ call, record }: { call: KeyCall; record: Key }) {
  const then = useKeyThen(record, call.at)
  const isOfAddress = call.problem === 'address-not-allowed'
  const had = then.isPending ? (
    <Skeleton key="had" height={20} width={200} />
  ) : isOfAddress ? (
    <AddressLines key="had" entries={then.allowedIpCidrs} />
  ) : (
    <ScopeLines key="had" scopes={then.scopes} />
  )
  const needs = isOfAddress ? (
    <code key="needed">{call.address}</code>
  ) : (
    <ScopeLines key="needed" scopes={call.needed} />
  )
  return (
    <Section title={texts.access.title} actions={<AddMissing call={call} record={record} />}>
      <Facts
        rows={[
          [
            texts.access.needed,
            isOfAddress || call.needed.length > 0 ? needs : texts.access.notKnown,
          ],
          [hadOf(then), had],
          ...(then.hasChanged ? [[texts.access.changedSince, texts.access.changed] as const] : []),
          ...(call.missingNow.length > 0
            ? [
                [
                  texts.access.missing,
                  <ScopeLines key="missing" scopes={call.missingNow} />,
                ] as const,
              ]
            : []),
        ]}
      />
    </Section>
  )
}

function hadOf({ hasChanged, isPending, isKnown }: ReturnType<typeof useKeyThen>): string {
  if (hasChanged) return texts.access.had
  // Without the audit log nobody can tell whether it was the same.
  return isKnown || isPending ? texts.access.has : texts.access.hasNow
}

/** Adds what is missing, after replaying the change over the latest calls. */
function AddMissing({ call, record }: { call: KeyCall; record: Key }) {
  const mayChange = useMayChange()
  const [opened, { open, close }] = useDisclosure(false)
  const change = changeFor(call, record)
  if (!change || !mayChange || record.status !== 'Active') return null
  const words = wordsOfChange(change)
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {words}…
      </Button>
      <ApplyChange title={words} record={record} change={change} opened={opened} onClose={close} />
    </>
  )
}
