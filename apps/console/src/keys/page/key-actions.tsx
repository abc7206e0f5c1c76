'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Key } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { useEver } from '#form/use-ever.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { texts } from '#texts/keys.tsx'
import { EditKey } from '../edit/edit-key.tsx'

const RevokeKey = dynamic(() => import('../revoke-key.tsx').then((all) => all.RevokeKey), {
  ssr: false,
})
const RotateKey = dynamic(() => import('../rotate/rotate-key.tsx').then((all) => all.RotateKey), {
  ssr: false,
})

/** Actions for a key; none once it has expired or been revoked. */
export function KeyActions({ record }: { record: Key }) {
  const mayChange = useMayChange()
  const [editing, edit] = useDisclosure(false)
  const [rotating, rotate] = useDisclosure(false)
  const [revoking, revoke] = useDisclosure(false)
  const wasRotating = useEver(rotating)
  const wasRevoking = useEver(revoking)
  // An open dialog stays when the key ends: it holds what was typed, or the new key string.
  const isOpen = editing || rotating || revoking
  if (!mayChange || (record.status !== 'Active' && !isOpen)) return null
  return (
    <>
      {record.status === 'Active' && (
        <>
          <Button variant="default" onClick={edit.open}>
            {texts.actions.edit}
          </Button>
          <Button variant="default" onClick={rotate.open}>
            {texts.actions.rotate}
          </Button>
          <Button color="red" variant="outline" onClick={revoke.open}>
            {texts.actions.revoke}
          </Button>
        </>
      )}
      <EditKey record={record} opened={editing} onClose={edit.close} />
      {wasRotating && <RotateKey record={record} opened={rotating} onClose={rotate.close} />}
      {wasRevoking && <RevokeKey record={record} opened={revoking} onClose={revoke.close} />}
    </>
  )
}
