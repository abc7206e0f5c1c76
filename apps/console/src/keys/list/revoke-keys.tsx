'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Key } from '@sluice/contract'
import { Modal } from '#form/overlays.tsx'
import { useNow } from '#format/clock.tsx'
import { relativeTime } from '#format/times.ts'
import { formatCount } from '#format/values.ts'
import type { Overview } from '../usage/use-overview.ts'
import classes from './revoke-keys.module.css'
import { useRevocations } from './use-revocations.ts'

interface RevokeKeysProps {
  readonly records: readonly Key[]
  readonly use: ReadonlyMap<string, Overview>
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks before several keys are revoked, naming what each of them was doing. */
export function RevokeKeys({ records, use, opened, onClose, onDone }: RevokeKeysProps) {
  const { revoke, isPending, failures } = useRevocations()
  const what = records.length === 1 ? '1 key' : `${records.length} keys`

  async function revokeAll() {
    const revoked = await revoke(records)
    if (revoked < records.length) return
    notifications.show({
      message: revoked === 1 ? '1 key is revoked.' : `${revoked} keys are revoked.`,
    })
    onDone()
  }

  return (
    <Modal opened={opened} onClose={onClose} title={`Revoke ${what}?`} size={560} centered>
      <Stack gap="md">
        <Text size="sm">
          Their requests are refused at once, for good. Anything that uses them stops working:
        </Text>
        <ul className={classes.keys}>
          {records.map((key) => (
            <li key={key.id}>
              <span className={classes.name}>{key.name}</span>
              <span className={classes.use}>
                <Use record={key} calls={use.get(key.id)?.total} />
              </span>
            </li>
          ))}
        </ul>
        <div role="alert">
          {failures.length > 0 && (
            <Alert color="red" title="Some keys are not revoked">
              {failures.map(({ name, why }) => (
                <div key={name}>
                  {name}: {why}
                </div>
              ))}
            </Alert>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep them
          </Button>
          <Button color="red" loading={isPending} onClick={() => revokeAll()}>
            Revoke {what}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Use({ record, calls }: { record: Key; calls: number | undefined }) {
  const now = useNow()
  if (!record.lastUsedAt) return calls ? 'Its calls are all refused' : 'Never used'
  const from = record.lastUsedIp ? ` from ${record.lastUsedIp}` : ''
  const often = calls ? `, ${formatCount(calls)} calls in 14 days` : ''
  return `Last used ${relativeTime(record.lastUsedAt, now)}${from}${often}`
}
