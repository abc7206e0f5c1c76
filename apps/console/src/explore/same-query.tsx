'use client'

import { CopyLine } from '#copy/copy-line.tsx'
import { curl } from '#copy/curl.ts'
import { useConsole } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { texts } from '#texts/explore-chart.ts'

/** The API call that returns the data of the charts. */
export function SameQuery({ path }: { path: string }) {
  const { apiUrl } = useConsole()
  return (
    <Section title={texts.sameQuery.title}>
      <CopyLine text={curl(apiUrl, { path })} what={texts.sameQuery.curl} />
    </Section>
  )
}
