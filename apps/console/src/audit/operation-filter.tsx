import { actorNames, operations } from '@sluice/contract'
import { FilterSelect } from '#table/filter-select.tsx'

const options = actorNames
  .filter((name) => operations[name].method !== 'GET' && !('readOnly' in operations[name]))
  .map((value) => ({ value, label: value }))

/** The operations that change something. */
export default function OperationFilter() {
  return <FilterSelect name="operation" label="Any operation" options={options} />
}
