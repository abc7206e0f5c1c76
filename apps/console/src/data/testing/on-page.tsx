import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { BasePathProvider } from '#address/base-path.tsx'
import { ConsoleProvider } from '#frame/console-context.tsx'

const facts = { organizationId: 'demo', role: 'owner', apiUrl: 'https://api.sluice.example' }

const nothing = () => undefined
const router = {
  ...{ back: nothing, forward: nothing, refresh: nothing, hmrRefresh: nothing },
  ...{ push: nothing, replace: nothing, prefetch: nothing },
}

/** What surrounds the content of an organization's page. Tests share modules, so they cannot mock Next.js instead. */
export function onPage(content: ReactNode, query = '') {
  return (
    <AppRouterContext value={router as never}>
      <SearchParamsContext value={new URLSearchParams(query)}>
        <BasePathProvider path="/o/demo">
          <ConsoleProvider facts={facts}>{content}</ConsoleProvider>
        </BasePathProvider>
      </SearchParamsContext>
    </AppRouterContext>
  )
}
