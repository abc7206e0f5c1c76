import { pageLetters } from './entries.ts'

/** What pressed keys ask for. */
export type Wish =
  | { readonly does: 'palette' | 'search' | 'help' | 'nothing' }
  | { readonly does: 'begin'; readonly at: number }
  | { readonly does: 'go'; readonly href: string }

export interface Pressed {
  readonly key: string
  readonly isModified: boolean
  /** Ctrl or Cmd, alone. */
  readonly isCommand: boolean
  /** Where single keys mean themselves, or something else. */
  readonly isTaken: boolean
  /** Milliseconds. */
  readonly at: number
}

/** Milliseconds between `g` and the letter of a page. */
const PATIENCE = 1500

const nothing: Wish = { does: 'nothing' }

/** @param begunAt when `g` was pressed, where it was the key before */
export function wishOf(pressed: Pressed, begunAt: number | undefined): Wish {
  const { key, isModified, isCommand, isTaken, at } = pressed
  if (isCommand && key.toLowerCase() === 'k') return { does: 'palette' }
  if (isModified || isTaken) return nothing
  if (begunAt !== undefined && at - begunAt < PATIENCE) {
    const href = Object.hasOwn(pageLetters, key) ? pageLetters[key] : undefined
    if (href !== undefined) return { does: 'go', href }
  }
  if (key === '/') return { does: 'search' }
  if (key === '?') return { does: 'help' }
  return key === 'g' ? { does: 'begin', at } : nothing
}
