'use client'

import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useCopy } from '#copy/use-copy.ts'
import { texts } from '#texts/account-two-step.tsx'
import classes from './code-list.module.css'

/** Backup codes, with buttons that copy or download all of them. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  const [outcome, copy] = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <ul className={classes.codes} aria-label={texts.codes.list}>
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
          {outcome === 'copied' ? texts.codes.copied : texts.codes.copy}
        </Button>
        <Button
          variant="default"
          size="xs"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="sluice-backup-codes.txt"
          leftSection={<IconDownload size={14} />}
        >
          {texts.codes.download}
        </Button>
        <VisuallyHidden role="status">
          {outcome === 'copied' && texts.codes.copiedAll}
        </VisuallyHidden>
        {outcome === 'failed' && <Text size="sm">{texts.codes.copyFailed}</Text>}
      </Group>
    </>
  )
}
