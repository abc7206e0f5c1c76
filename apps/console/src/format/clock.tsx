'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

const TICK = 15_000
const RenderedAt = createContext(0)

let now = Date.now()
const subscribers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(changed: () => void) {
  if (subscribers.size === 0) timer = setInterval(tick, TICK)
  subscribers.add(changed)
  return () => {
    subscribers.delete(changed)
    if (subscribers.size === 0) clearInterval(timer)
  }
}

function tick() {
  now = Date.now()
  for (const changed of subscribers) changed()
}

/** The time of the last tick. Without a subscriber there were none. */
function lastTick(): number {
  if (Date.now() - now >= TICK) now = Date.now()
  return now
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
  return useSyncExternalStore(subscribe, lastTick, () => renderedAt)
}
