'use client'

import { Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCopy } from '#copy/use-copy.ts'
import classes from './backup-codes.module.css'

interface BackupCodesProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** The backup codes, which are shown only now: one leaves them only by saying that they are stored. */
export function BackupCodes({ codes, onClose }: BackupCodesProps) {
  const [isStored, setStored] = useState(false)
  const [outcome, copy] = useCopy()
  const text = `${codes.join('\n')}\n`
  useWarningBeforeLeaving()
  return (
    <Stack gap="md">
      <Text size="sm">
        Without your phone, one of these codes signs you in instead. Each works once.{' '}
        <strong>They are shown only now.</strong> Keep them where you keep your passwords.
      </Text>
      <ul className={classes.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          autoFocus
          leftSection={outcome === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => copy(text)}
        >
          {outcome === 'copied' ? 'Copied' : 'Copy all'}
        </Button>
        <Button
          variant="default"
          size="xs"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="sluice-backup-codes.txt"
          leftSection={<IconDownload size={14} />}
        >
          Download
        </Button>
        <VisuallyHidden role="status">
          {outcome === 'copied' && 'Copied the backup codes'}
        </VisuallyHidden>
        {outcome === 'failed' && (
          <Text size="sm">
            The clipboard is closed to this page. Select them, or download them.
          </Text>
        )}
      </Group>
      <Checkbox
        label="I have stored them"
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button onClick={onClose} disabled={!isStored}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

/** The browser asks before the page goes away with what was shown only once. */
function useWarningBeforeLeaving(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
