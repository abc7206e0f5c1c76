import { auditedOperations } from '@sluice/contract'
import { FilterSelect } from '#table/filter-select.tsx'
import { texts } from '#texts/audit.ts'

const options = auditedOperations.map((value) => ({ value, label: value }))

/** Lists only operations that write to the audit log. */
export function OperationFilter() {
  return <FilterSelect name="operation" label={texts.anyOperation} options={options} />
}
