import { cookies } from 'next/headers'
import { PREFERENCES_COOKIE, readPreferences, zoneFor } from '#preferences/preferences.ts'

/** The zone in which the page that is rendered tells times, as the browser will: what is asked for by days is asked once. */
export async function pageZone(): Promise<string> {
  return zoneFor(readPreferences((await cookies()).get(PREFERENCES_COOKIE)?.value))
}
