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
  /** When the server rendered the page, in epoch milliseconds. */
  readonly renderedAt: number
  readonly children: ReactNode
}

/** Uses the server's time while the page hydrates, so that texts such as "2 min ago" do not differ. */
export function ClockProvider({ renderedAt, children }: ClockProps) {
  return <RenderedAt value={renderedAt}>{children}</RenderedAt>
}

/** The current time in epoch milliseconds, updated every 15 seconds. */
export function useNow(): number {
  const renderedAt = useContext(RenderedAt)
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => renderedAt,
  )
}
