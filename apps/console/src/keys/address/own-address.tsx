'use client'

import { createContext, type ReactNode, useContext } from 'react'

const OwnAddress = createContext<string | null>(null)

/** Provides the address from which the page's request came. */
export function OwnAddressProvider({
  address,
  children,
}: {
  address: string | null
  children: ReactNode
}) {
  return <OwnAddress value={address}>{children}</OwnAddress>
}

/** The user's own address as the console sees it; null if unknown. */
export function useOwnAddress(): string | null {
  return useContext(OwnAddress)
}
