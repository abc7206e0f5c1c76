'use client'

import { Tabs } from '@mantine/core'
import { useConsole } from '#frame/console-context.tsx'
import { CopyLine } from './copy-line.tsx'
import type { CurlCall } from './curl.ts'
import { languages, snippets } from './snippets.ts'

interface CallSnippetsProps {
  readonly call: CurlCall
  /** The key string, available right after creation. Otherwise the code reads it from the environment. */
  readonly keyString?: string | undefined
}

/** An API call in each language, ready to run. */
export function CallSnippets({ call, keyString }: CallSnippetsProps) {
  const { apiUrl } = useConsole()
  return (
    <Tabs defaultValue={languages[0].value} keepMounted={false}>
      <Tabs.List mb="xs">
        {languages.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map(({ value, what }) => (
        <Tabs.Panel key={value} value={value}>
          <CopyLine text={snippets[value](apiUrl, call, keyString)} what={what} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
