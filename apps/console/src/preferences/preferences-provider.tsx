'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import {
  PREFERENCES_COOKIE,
  type Preferences,
  readPreferences,
  standardPreferences,
  writePreferences,
  zoneFor,
} from './preferences.ts'

interface Held {
  readonly preferences: Preferences
  /** Changes a part of what the browser keeps now: other tabs may have changed other parts. */
  readonly change: (partOf: (now: Preferences) => Partial<Preferences>) => void
}

const Context = createContext<Held>({ preferences: standardPreferences, change: () => {} })

const YEAR = 365 * 24 * 60 * 60

/** Provides the preferences kept in the reader's browser. */
export function PreferencesProvider({
  kept,
  children,
}: {
  kept: Preferences
  children: ReactNode
}) {
  const [preferences, setPreferences] = useState(kept)
  const held = useMemo(() => {
    const change: Held['change'] = (partOf) => {
      const now = readPreferences(cookie())
      const next = { ...now, ...partOf(now) }
      setPreferences(next)
      keep(next)
    }
    return { preferences, change }
  }, [preferences])
  useOwnZone(held)
  return <Context value={held}>{children}</Context>
}

/** Updates the stored zone: the server cannot know it, and readers travel. */
function useOwnZone({ preferences, change }: Held): void {
  const { zone } = preferences
  useEffect(() => {
    const own = ownZone()
    if (own !== zone) change(() => ({ zone: own }))
  }, [zone, change])
}

function cookie(): string | undefined {
  const start = `${PREFERENCES_COOKIE}=`
  const own = document.cookie.split('; ').find((one) => one.startsWith(start))
  return own?.slice(start.length)
}

function keep(preferences: Preferences): void {
  document.documentElement.dataset.rows = preferences.rows
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is in no Firefox
  document.cookie = `${PREFERENCES_COOKIE}=${writePreferences(preferences)}; path=/; max-age=${YEAR}; samesite=lax${secure}`
}

/** The zone of the browser. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function usePreferences(): Held {
  return useContext(Context)
}

export function useZone(site?: string): string {
  return zoneFor(usePreferences().preferences, site)
}
