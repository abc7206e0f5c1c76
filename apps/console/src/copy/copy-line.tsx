'use client'

import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { texts } from '#texts/copy.ts'
import classes from './copy-line.module.css'
import { useCopy } from './use-copy.ts'

interface CopyLineProps {
  readonly text: string
  /** Names the text for the button and the notice, for example "the key". */
  readonly what: string
  /** Set it if the line replaces the element that had focus. */
  readonly autoFocus?: boolean
}

const { outcomes } = texts

/** A line of code with a copy button. It selects the text, in case the browser refuses the clipboard. */
export function CopyLine({ text, what, autoFocus = false }: CopyLineProps) {
  const code = useRef<HTMLElement>(null)
  const [outcome, copy] = useCopy()

  async function copyOrSelect() {
    if (code.current) window.getSelection()?.selectAllChildren(code.current)
    await copy(text)
  }

  return (
    <div className={classes.line}>
      <code ref={code} className={classes.code}>
        {text}
      </code>
      <Button
        variant="default"
        size="xs"
        autoFocus={autoFocus}
        className={classes.button}
        leftSection={outcome === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={() => copyOrSelect()}
      >
        {outcomes[outcome]} <VisuallyHidden>{what}</VisuallyHidden>
      </Button>
      <VisuallyHidden role="status">
        {outcome === 'copied' && texts.done(what)}
        {outcome === 'failed' && texts.failed(what)}
      </VisuallyHidden>
    </div>
  )
}
