'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** The signed-in user, independent of the area. */
export interface PersonFacts {
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly memberships: readonly { organizationId: string; name: string; role: string }[]
  /** Whether the user operates the service. Only hides links: the server checks every call. */
  readonly isOperator: boolean
}

const PersonContext = createContext<PersonFacts | undefined>(undefined)

export function PersonProvider({ facts, children }: { facts: PersonFacts; children: ReactNode }) {
  return <PersonContext value={facts}>{children}</PersonContext>
}

export function usePerson(): PersonFacts {
  const facts = useContext(PersonContext)
  if (!facts) throw new Error('usePerson is for pages behind sign-in')
  return facts
}
