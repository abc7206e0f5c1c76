'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Key } from '@sluice/contract'
import { useEffect } from 'react'
import { Modal } from '#form/overlays.tsx'
import { useUnfinished } from '#form/use-run.ts'
import { texts } from '#texts/keys-revoke.tsx'
import type { Overview } from '../usage/use-overview.ts'
import { RecentUse } from './recent-use.tsx'
import classes from './revoke-keys.module.css'
import { useRevocations } from './use-revocations.ts'

interface RevokeKeysProps {
  readonly records: readonly Key[]
  readonly use: ReadonlyMap<string, Overview>
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks before revoking several keys, with the recent use of each. */
export function RevokeKeys({ records, use, opened, onClose, onDone }: RevokeKeysProps) {
  const { revoke, isPending, isStopping, failures, forget, stop } = useRevocations()
  const count = records.length
  useUnfinished(opened && failures.length > 0)
  useEffect(() => {
    if (opened) forget()
  }, [opened, forget])

  async function revokeAll() {
    const { revoked, failed, isStopped } = await revoke(records)
    if (revoked > 0) notifications.show({ message: texts.several.done(revoked) })
    if (failed > 0) return
    if (isStopped) onClose()
    else onDone()
  }

  // Closes once the key whose turn it is has been revoked, so that a failure is seen.
  const keep = isPending ? stop : onClose

  return (
    <Modal opened={opened} onClose={keep} title={texts.several.title(count)} size={560} centered>
      <Stack gap="md">
        <Text size="sm">{texts.several.effect}</Text>
        <ul className={classes.keys}>
          {records.map((key) => (
            <li key={key.id}>
              <span className={classes.name}>{key.name}</span>
              <span className={classes.use}>
                <RecentUse record={key} calls={use.get(key.id)?.total} />
              </span>
            </li>
          ))}
        </ul>
        <div role="alert">
          {failures.length > 0 && (
            <Alert color="red" title={texts.several.failed}>
              {failures.map(({ id, name, why }) => (
                <div key={id}>
                  {name}: {why}
                </div>
              ))}
            </Alert>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={keep} loading={isStopping} data-autofocus>
            {texts.several.keep}
          </Button>
          <Button color="red" loading={isPending} onClick={() => revokeAll()}>
            {texts.several.action(count)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
