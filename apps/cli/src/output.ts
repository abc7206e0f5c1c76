import { printable } from '@sluice/runtime/printable'
import type { Failure } from './failure.ts'

/** Prints a result: as JSON for programs, else as `forPeople` writes it. */
export function print<Result>(
  options: { json?: boolean },
  result: Result,
  forPeople: (result: Result) => string,
): void {
  process.stdout.write(`${options.json ? JSON.stringify(result, null, 2) : forPeople(result)}\n`)
}

/** Prints a failure to standard error. */
export function printFailure(options: { json?: boolean }, failure: Failure): void {
  const { exitCode, ...shown } = failure
  process.stderr.write(`${options.json ? JSON.stringify({ error: shown }) : sentence(failure)}\n`)
}

/** To people the faults are reported right below, or alone where each names its option. */
function sentence({ detail, errors = [] }: Failure): string {
  if (errors.length > 0 && errors.every(({ option }) => option)) return errors.map(line).join('\n')
  const head = detail.replace(/[;.] [Ss]ee errors\.$/, ':')
  return [head, ...errors.map((fault) => `  ${line(fault)}`)].join('\n')
}

function line({ option, value, pointer, detail }: NonNullable<Failure['errors']>[number]): string {
  if (option === undefined) return `${pointer} ${detail}`
  return `${option}${value === undefined ? '' : ` ${value}`}: ${detail}`
}

/** Rows under their headings, in columns as wide as they need. Cells may be texts of tenants, so they are made printable. */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((row) => row.map(printable))]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((row) => row[column]?.length ?? 0)),
  )
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Names and values, the values in one column and printable, as in a {@link table}. */
export function fields(entries: Record<string, string>): string {
  const width = Math.max(...Object.keys(entries).map((name) => name.length))
  return Object.entries(entries)
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`)
    .join('\n')
}
