import type { Entry } from './entries.ts'

const MOST = 6

const nameOf = (organizationId: string) => `sluice.recent.${organizationId}`

/** Entries recently chosen in this browser, latest first. */
export function recentEntries(organizationId: string): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(organizationId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry).slice(0, MOST) : []
  } catch {
    return []
  }
}

export function keepRecent(organizationId: string, { href, label, note }: Entry): void {
  const others = recentEntries(organizationId).filter((entry) => entry.href !== href)
  const kept = [{ href, label, note, group: 'Recent' }, ...others].slice(0, MOST)
  keep(nameOf(organizationId), JSON.stringify(kept))
}

function isEntry(value: unknown): value is Entry {
  const { href, label, group } = (value ?? {}) as Partial<Entry>
  return typeof href === 'string' && href.startsWith('/') && !!label && group === 'Recent'
}

const LETTERS = 'sluice.letters'

/** Whether single-key shortcuts are on. Users of speech input, for example, turn them off. */
export function lettersAreOn(): boolean {
  try {
    return localStorage.getItem(LETTERS) !== 'off'
  } catch {
    return true
  }
}

export function turnLetters(on: boolean): void {
  keep(LETTERS, on ? 'on' : 'off')
}

/** Ignores browsers that refuse to store anything. */
function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {}
}
