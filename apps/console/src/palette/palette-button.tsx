'use client'

import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { texts } from '#texts/palette-button.ts'
import classes from './palette-button.module.css'
import { usePalette } from './palette-provider.tsx'

/** Opens the palette; on a phone it is only an icon. */
export function PaletteButton({ compact = false }: { compact?: boolean }) {
  const open = usePalette()
  if (!open) return null
  return (
    <UnstyledButton
      className={classes.button ?? ''}
      data-compact={compact || undefined}
      aria-label={texts.title}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
    >
      <IconSearch size={16} stroke={1.6} aria-hidden />
      {!compact && (
        <>
          <span className={classes.words}>{texts.opens}</span>
          <kbd className={classes.keys}>{texts.key}</kbd>
        </>
      )}
    </UnstyledButton>
  )
}
