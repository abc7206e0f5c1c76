'use client'

import { createContext, type ReactNode, useContext } from 'react'

const OwnAddress = createContext<string | null>(null)

/** Hands on the address that the console saw the page's request come from. */
export function OwnAddressProvider({
  address,
  children,
}: {
  address: string | null
  children: ReactNode
}) {
  return <OwnAddress value={address}>{children}</OwnAddress>
}

/** The user's own address as the console sees it; null where it cannot tell. */
export function useOwnAddress(): string | null {
  return useContext(OwnAddress)
}
