import { cookies } from 'next/headers'
import { PREFERENCES_COOKIE, readPreferences, zoneFor } from '#preferences/preferences.ts'

/**
 * The time zone that the browser will use for this page. Queries by day must use it, or the browser would repeat them.
 */
export async function pageZone(): Promise<string> {
  return zoneFor(readPreferences((await cookies()).get(PREFERENCES_COOKIE)?.value))
}
