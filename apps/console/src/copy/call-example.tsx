'use client'

import { useConsole } from '#frame/console-context.tsx'
import { texts } from '#texts/copy.ts'
import { CopyLine } from './copy-line.tsx'
import { type CurlCall, curl } from './curl.ts'

/** An API call as a curl line that reads the user's key from the shell, with a copy button. */
export function CallExample(call: CurlCall) {
  const { apiUrl } = useConsole()
  return <CopyLine text={curl(apiUrl, call)} what={texts.code.curl} />
}
