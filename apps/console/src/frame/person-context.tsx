'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** Who is signed in, wherever they are. */
export interface PersonFacts {
  readonly user: { readonly name: string; readonly email: string }
  readonly memberships: readonly { organizationId: string; name: string; role: string }[]
  /** Whether they run the service; the server asks again at every call. */
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
