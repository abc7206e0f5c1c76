import { texts } from '#texts/templates-parameters.ts'
import type { FieldKind } from './field-kind.ts'
import type { FormValues } from './values.ts'

/** How many faults of a parameter are listed at its field. */
const LISTED = 10

/** The form field for a fault's path: `stations` for a parameter, `stations.4` for a row, `stations.4.id` for a cell. */
export function fieldOf(values: FormValues, path: string): string | undefined {
  if (path === 'applicationId') return path
  const [whole, name = ''] = path.split('.', 2)
  const isKnown = whole === 'parameters' && Object.hasOwn(values, name)
  return isKnown ? path.slice('parameters.'.length) : undefined
}

/** The faults within a parameter, with their places: `Row 97, id: Must be a string.` Fields of its own show some. */
export function faultText(
  errors: Readonly<Record<string, string>>,
  name: string,
  field: FieldKind['field'],
  isShown: (place: string) => boolean = () => false,
): string | undefined {
  const faults = Object.entries(errors).flatMap(([place, detail]) => {
    if (place === name) return [detail]
    if (!place.startsWith(`${name}.`) || isShown(place)) return []
    return [`${placeWords(field, place.slice(name.length + 1))}: ${detail}`]
  })
  const left = faults.length - LISTED
  const listed = left > 0 ? [...faults.slice(0, LISTED), texts.moreFaults(left)] : faults
  return listed.join(' ') || undefined
}

function placeWords(field: FieldKind['field'], place: string): string {
  const [index = '', ...column] = place.split('.')
  const number = Number(index) + 1
  if (field === 'lines') return texts.entry(number)
  if (field !== 'rows') return place.replaceAll('.', '/')
  return column.length === 0 ? texts.row(number) : texts.cellOf(number, column.join('.'))
}
