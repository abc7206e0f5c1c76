'use client'

import { useWindowEvent } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { leavePage } from '#form/unsaved-now.ts'
import { wishOf } from './letters.ts'
import { lettersAreOn } from './stored.ts'

// Loaded when first opened.
const Palette = dynamic(() => import('./palette.tsx'), { ssr: false })
const Shortcuts = dynamic(() => import('./shortcuts.tsx'), { ssr: false })

const OpenPalette = createContext<(() => void) | undefined>(undefined)

/** A function that opens the palette; undefined outside an organization. */
export function usePalette() {
  return useContext(OpenPalette)
}

/** Provides the command palette and the global keyboard shortcuts of an organization's pages. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<'palette' | 'help'>()
  const begunAt = useRef<number>(undefined)
  const router = useRouter()
  const address = useAddress()

  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp: at } = event
    const isCommand = (ctrlKey || metaKey) && !altKey && !event.shiftKey
    const isModified = ctrlKey || metaKey || altKey
    // The palette is a dialog too, but its shortcut must still close it.
    const isInDialog = shown === undefined && isDialogOpen()
    const isTaken = isWritten(event.target) || shown !== undefined || !lettersAreOn()
    const wish = wishOf({ key, isCommand, isModified, isInDialog, isTaken, at }, begunAt.current)
    begunAt.current = wish.does === 'begin' ? wish.at : undefined
    if (event.defaultPrevented || wish.does === 'nothing' || wish.does === 'begin') return
    event.preventDefault()
    if (wish.does === 'palette') show(shown === 'palette' ? undefined : 'palette')
    else if (wish.does === 'help') show('help')
    else if (wish.does === 'go') leavePage(() => router.push(address(wish.href)))
    else if (!focusSearch()) show('palette')
  })

  return (
    <OpenPalette value={() => show('palette')}>
      {children}
      {shown === 'palette' && <Palette onClose={() => show(undefined)} />}
      {shown === 'help' && <Shortcuts onClose={() => show(undefined)} />}
    </OpenPalette>
  )
}

/** Whether keys pressed in the element are input. */
function isWritten(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const taking = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=menu]'
  return target.isContentEditable || target.closest(taking) !== null
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]') !== null
}

/** Focuses the page's first search field, if any. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
