import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '#form/overlays.tsx'
import { texts } from '#texts/templates-parameters.ts'

import type { ListColumn } from './field-kind.ts'
import { pastedRows } from './pasted.ts'
import type { Row } from './rows.ts'

interface PasteRowsProps {
  readonly opened: boolean
  readonly what: string
  readonly columns: readonly ListColumn[]
  readonly onClose: () => void
  readonly onPaste: (rows: readonly Row[]) => void
}

/** Replaces the rows by those pasted from a spreadsheet. */
export function PasteRows({ opened, what, columns, onClose, onPaste }: PasteRowsProps) {
  const [text, setText] = useState('')
  const { rows, surplus } = pastedRows(text, columns)
  const close = () => {
    setText('')
    onClose()
  }
  const paste = () => {
    onPaste(rows)
    close()
  }
  return (
    <Modal opened={opened} onClose={close} title={texts.paste.title(what)} size={560}>
      <Stack gap="md">
        <Textarea
          label={texts.paste.rows}
          description={texts.paste.rowsHint(columns.map(({ name }) => name).join(', '))}
          minRows={8}
          maxRows={16}
          autosize
          spellCheck={false}
          value={text}
          error={surplus && texts.paste.surplus(surplus.line, surplus.columns)}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {texts.paste.cancel}
          </Button>
          <Button onClick={paste} disabled={rows.length === 0 || surplus !== undefined}>
            {rows.length === 0 ? texts.paste.action : texts.paste.actionCounted(rows.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
