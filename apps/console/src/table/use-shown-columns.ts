import { usePreferences } from '#preferences/preferences-provider.tsx'
import type { Column } from './column.ts'

/** The columns of a list that are not hidden; the first is always shown. */
export function useShownColumns<Row>(
  list: string | undefined,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const { hidden } = usePreferences().preferences
  const away = list === undefined ? [] : (hidden[list] ?? [])
  return away.length === 0
    ? columns
    : columns.filter(({ header }, i) => i === 0 || !away.includes(header))
}
