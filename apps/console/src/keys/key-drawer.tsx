'use client'

import { Button, Drawer, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Failed } from '#states/failed.tsx'
import { KeyFacts } from './key-facts.tsx'
import { RevokeKey } from './revoke-key.tsx'

interface KeyDrawerProps {
  /** The key to show; null: closed. */
  readonly keyId: string | null
  readonly onClose: () => void
}

/** A key's record; while its revoking is asked about, that question alone is on the screen. */
export function KeyDrawer({ keyId, onClose }: KeyDrawerProps) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const [revoking, revoke] = useDisclosure(false)
  const { data, error, refetch } = useQuery(
    trpc.keys.get.queryOptions(keyId ? { params: { keyId }, query: {} } : skipToken),
  )
  return (
    <>
      <Drawer
        opened={keyId !== null && !revoking}
        onClose={onClose}
        position="right"
        size={460}
        title={data?.name ?? 'Key'}
      >
        {error && <Failed what="The key" error={error} retry={refetch} />}
        {!data && !error && <Skeleton height={320} />}
        {data && <KeyFacts record={data} />}
        {data?.status === 'Active' && mayChange && (
          <Button mt="lg" color="red" variant="outline" onClick={revoke.open}>
            Revoke key…
          </Button>
        )}
      </Drawer>
      {data && <RevokeKey record={data} opened={revoking} onClose={revoke.close} />}
    </>
  )
}
