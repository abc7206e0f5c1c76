'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** What every page of an organization knows. */
export interface ConsoleFacts {
  readonly organizationId: string
  readonly role: string
  /** Where callers reach `/v2`, without a trailing slash. */
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

/** Whether the user may change things here; the server decides again on every call. */
export function useMayChange(): boolean {
  return useConsole().role !== 'viewer'
}
