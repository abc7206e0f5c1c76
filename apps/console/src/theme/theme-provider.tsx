'use client'

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notices } from './notices.tsx'
import { cssVariables, theme } from './theme.ts'

/** Look and notices of the whole console. Follows the system's scheme until the user chooses. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
      {children}
      <Notices />
    </MantineProvider>
  )
}
