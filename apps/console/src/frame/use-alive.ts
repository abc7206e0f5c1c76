'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page has come to life in the browser: until then nothing handles what is typed or clicked. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
