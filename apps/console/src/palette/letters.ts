/** Letters that open a page when pressed after `g`. */
export const pageLetters: Record<string, string> = {
  o: '/',
  k: '/keys',
  r: '/requests',
  t: '/things',
  f: '/fleets',
  s: '/sites',
  e: '/explore',
  y: '/thing-types',
  d: '/metric-definitions',
  p: '/templates',
  i: '/integrations',
  u: '/usage',
  l: '/limits',
  m: '/members',
  a: '/audit-log',
}

/** The action for a key press. */
export type Wish =
  | { readonly does: 'palette' | 'search' | 'help' | 'nothing' }
  | { readonly does: 'begin'; readonly at: number }
  | { readonly does: 'go'; readonly href: string }

export interface Pressed {
  readonly key: string
  readonly isModified: boolean
  /** Ctrl or Cmd without other modifiers. */
  readonly isCommand: boolean
  /** Whether a dialog is open, which navigation would discard. */
  readonly isInDialog: boolean
  /** Whether single keys must be ignored, for example in a text field. */
  readonly isTaken: boolean
  /** Time of the key press in milliseconds. */
  readonly at: number
}

/** Maximum time between `g` and the letter of a page, in milliseconds. */
const PATIENCE = 1500

const nothing: Wish = { does: 'nothing' }

/**
 * Maps a key press to an action.
 *
 * @param begunAt when `g` was pressed, if it was the previous key
 */
export function wishOf(pressed: Pressed, begunAt: number | undefined): Wish {
  const { key, isModified, isCommand, isInDialog, isTaken, at } = pressed
  if (isInDialog) return nothing
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
