'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

const TICK = 15_000
const RenderedAt = createContext(0)

let now = Date.now()

function subscribe(changed: () => void) {
  const timer = setInterval(() => {
    now = Date.now()
    changed()
  }, TICK)
  return () => clearInterval(timer)
}

interface ClockProps {
  /** Epoch milliseconds at which the server rendered the page. */
  readonly renderedAt: number
  readonly children: ReactNode
}

/** Lets server and browser agree on the time while a page hydrates, so that no "2 min ago" differs. */
export function ClockProvider({ renderedAt, children }: ClockProps) {
  return <RenderedAt value={renderedAt}>{children}</RenderedAt>
}

/** The present, in epoch milliseconds, moving on every 15 seconds. */
export function useNow(): number {
  const renderedAt = useContext(RenderedAt)
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => renderedAt,
  )
}
