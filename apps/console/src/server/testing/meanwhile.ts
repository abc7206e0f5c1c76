import { vi } from 'vitest'

type Statement = (args: object) => PromiseLike<unknown>

/** Runs something once during a call: right before one of its database statements, or right after. */
export function meanwhile<Table extends object>(
  table: Table,
  name: keyof Table & string,
  { before, after }: { readonly before?: () => unknown; readonly after?: () => unknown },
): void {
  const statements = table as Record<string, Statement>
  const statement = statements[name]?.bind(table)
  const spy = vi.spyOn(statements, name)
  spy.mockImplementation(async (args) => {
    spy.mockRestore()
    await before?.()
    const answer = await statement?.(args)
    await after?.()
    return answer
  })
}
