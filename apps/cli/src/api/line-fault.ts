import { UsageError } from '../usage-error.ts'

/** What is wrong with a line of the data. */
export function lineFault(line: number, what: string): UsageError {
  return new UsageError(
    `Line ${line} ${what}. The lines before it were accepted, or refused as listed.`,
  )
}
