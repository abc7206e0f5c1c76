'use client'

import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useCopy } from '#copy/use-copy.ts'
import classes from './code-list.module.css'

/** Backup codes, to be copied or downloaded all together. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  const [outcome, copy] = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <>
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
    </>
  )
}
