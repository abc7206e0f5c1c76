'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { addressIn } from './address-in.ts'

const BasePath = createContext<string | undefined>(undefined)

/** Sets the base path of the pages within: an organization's or the operator's. */
export function BasePathProvider({ path, children }: { path: string; children: ReactNode }) {
  return <BasePath value={path}>{children}</BasePath>
}

/** Turns a path within the area, such as `/keys`, into a full console path. */
export function useAddress(): (path: string) => string {
  const base = useContext(BasePath)
  if (base === undefined) throw new Error('useAddress is for pages of an area')
  return (path) => addressIn(base, path)
}
