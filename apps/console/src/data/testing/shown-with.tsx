import { MantineProvider } from '@mantine/core'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Answer, answeredBy } from './answered.tsx'
import { onPage } from './on-page.tsx'

/** The markup of a component once all its queries have settled. */
export async function shownWith(content: ReactElement, answer: Answer): Promise<string> {
  const { queryClient, around } = answeredBy(answer)
  const shown = () =>
    renderToStaticMarkup(<MantineProvider>{onPage(around(content))}</MantineProvider>)
  shown()
  const queries = queryClient.getQueryCache().getAll()
  await Promise.allSettled(queries.map((query) => query.fetch()))
  const html = shown()
  queryClient.clear()
  return html
}
