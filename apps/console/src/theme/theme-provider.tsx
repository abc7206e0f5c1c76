'use client'

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notices } from './notices.tsx'
import { cssVariables, theme } from './theme.ts'

/** Provides the theme and the notices. Follows the system's colour scheme until the user chooses one. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
      {children}
      <Notices />
    </MantineProvider>
  )
}
