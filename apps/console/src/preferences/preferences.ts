/** How a reader wants pages to be: kept in their browser, and known to the server before it renders. */
export interface Preferences {
  readonly rows: 'calm' | 'dense'
  /** The zone of exact times: of the site that a page is about and else the reader's, always the reader's, or UTC. */
  readonly times: 'site' | 'own' | 'utc'
  /** The reader's own zone, as the browser last told it. */
  readonly zone: string
  /** Headings of columns that are hidden, by list. */
  readonly hidden: Readonly<Record<string, readonly string[]>>
}

/** The cookie that has them. */
export const PREFERENCES_COOKIE = 'sluice-preferences'

export const standardPreferences: Preferences = {
  rows: 'calm',
  times: 'site',
  zone: 'UTC',
  hidden: {},
}

/** A browser takes no longer cookie. */
const LONGEST = 3500

/** From the cookie's value, decoded or not; what it does not hold, or holds wrongly, is as it is for everybody. */
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

/** The zone in which a page tells times; `site` is the zone of the site that it is about, if any. */
export function zoneFor({ times, zone }: Preferences, site?: string): string {
  if (times === 'utc') return 'UTC'
  return times === 'own' ? zone : (site ?? zone)
}

/** The cookie's value. Hidden columns are left out where they would be too much for a cookie. */
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
