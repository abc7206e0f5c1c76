'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { addressIn } from './address-in.ts'

const BasePath = createContext<string | undefined>(undefined)

/** Says where the pages within lie: below an organization's path, or the operator's. */
export function BasePathProvider({ path, children }: { path: string; children: ReactNode }) {
  return <BasePath value={path}>{children}</BasePath>
}

/** Turns a path within the area, `/keys` for example, into the path of the console. */
export function useAddress(): (path: string) => string {
  const base = useContext(BasePath)
  if (base === undefined) throw new Error('useAddress is for pages of an area')
  return (path) => addressIn(base, path)
}
