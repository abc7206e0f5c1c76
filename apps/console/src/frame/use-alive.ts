'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page is hydrated. Before that nothing handles clicks or typed text. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
