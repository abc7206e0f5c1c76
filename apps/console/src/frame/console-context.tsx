'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** Available on every page of an organization. */
export interface ConsoleFacts {
  readonly organizationId: string
  readonly role: string
  /** Public URL of the API, without a trailing slash. */
  readonly apiUrl: string
}

const ConsoleContext = createContext<ConsoleFacts | undefined>(undefined)

export function ConsoleProvider({ facts, children }: { facts: ConsoleFacts; children: ReactNode }) {
  return <ConsoleContext value={facts}>{children}</ConsoleContext>
}

export function useConsole(): ConsoleFacts {
  const facts = useContext(ConsoleContext)
  if (!facts) throw new Error('useConsole is for pages of an organization')
  return facts
}

/** Whether the user may make changes. Only hides controls: the server checks every call. */
export function useMayChange(): boolean {
  return useConsole().role !== 'viewer'
}
