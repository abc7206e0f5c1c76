/** The reader's display preferences, kept in a cookie so that the server knows them before it renders. */
export interface Preferences {
  readonly rows: 'calm' | 'dense'
  /** The zone of exact times: the zone of the page's site or else the reader's; always the reader's; or UTC. */
  readonly times: 'site' | 'own' | 'utc'
  /** The reader's own zone, as last reported by the browser. */
  readonly zone: string
  /** Headings of hidden columns, by list. */
  readonly hidden: Readonly<Record<string, readonly string[]>>
}

export const PREFERENCES_COOKIE = 'sluice-preferences'

export const standardPreferences: Preferences = {
  rows: 'calm',
  times: 'site',
  zone: 'UTC',
  hidden: {},
}

/** Stays below the size limit of browsers for a cookie. */
const LONGEST = 3500

/** Parses the cookie's value, encoded or decoded. Missing and invalid parts get their defaults. */
export function readPreferences(value: string | undefined): Preferences {
  const kept = parsed(value)
  const { rows, times, zone, hidden } = standardPreferences
  return {
    rows: kept.rows === 'dense' ? 'dense' : rows,
    times: kept.times === 'own' || kept.times === 'utc' ? kept.times : times,
    zone: isZone(kept.zone) ? kept.zone : zone,
    hidden: isHidden(kept.hidden) ? kept.hidden : hidden,
  }
}

/** The zone for the times on a page; `site` is the zone of the page's site, if any. */
export function zoneFor({ times, zone }: Preferences, site?: string): string {
  if (times === 'utc') return 'UTC'
  return times === 'own' ? zone : (site ?? zone)
}

/** The cookie's value. Hidden columns are left out if they make it too long. */
export function writePreferences(preferences: Preferences): string {
  const value = encodeURIComponent(JSON.stringify(preferences))
  if (value.length <= LONGEST) return value
  return encodeURIComponent(JSON.stringify({ ...preferences, hidden: {} }))
}

function parsed(value: string | undefined): Partial<Record<keyof Preferences, unknown>> {
  try {
    const text = value?.startsWith('{') ? value : decodeURIComponent(value ?? '')
    const kept: unknown = JSON.parse(text)
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

function isZone(zone: unknown): zone is string {
  if (typeof zone !== 'string') return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

function isHidden(hidden: unknown): hidden is Preferences['hidden'] {
  if (typeof hidden !== 'object' || hidden === null) return false
  return Object.values(hidden).every(
    (list) => Array.isArray(list) && list.every((name) => typeof name === 'string'),
  )
}
