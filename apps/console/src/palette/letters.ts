/** Letters that lead to a page after `g`. */
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
  /** A dialog is open, which another page would throw away. */
  readonly isInDialog: boolean
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
