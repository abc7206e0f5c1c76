'use client'

import { useWindowEvent } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { leavePage } from '#form/unsaved-now.ts'
import { wishOf } from './letters.ts'
import { lettersAreOn } from './stored.ts'

// Loaded when somebody asks for them.
const Palette = dynamic(() => import('./palette.tsx'), { ssr: false })
const Shortcuts = dynamic(() => import('./shortcuts.tsx'), { ssr: false })

const OpenPalette = createContext<(() => void) | undefined>(undefined)

/** Opens the palette; undefined where there is none. */
export function usePalette() {
  return useContext(OpenPalette)
}

/** The command palette of an organization's pages, and the keys that do something on all of them. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<'palette' | 'help'>()
  const begunAt = useRef<number>(undefined)
  const router = useRouter()
  const address = useAddress()

  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp: at } = event
    const isCommand = (ctrlKey || metaKey) && !altKey && !event.shiftKey
    const isModified = ctrlKey || metaKey || altKey
    // The palette is a dialog too, which the keys that open it close.
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

/** Whether keys are text there, or choose something. */
function isWritten(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const taking = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=menu]'
  return target.isContentEditable || target.closest(taking) !== null
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]') !== null
}

/** The first search field of the page, where it has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
