import { type Call, type EventType, eventTypes, type Integration } from '@sluice/contract'

interface ThresholdRow {
  /** A stable React key. */
  readonly row: number
  readonly metric: string
  /** As typed: a number, or an empty string. */
  readonly above: number | string
  readonly below: number | string
}

export interface IntegrationValues {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly eventTypes: string[]
  readonly resourceFilter: string
  readonly thresholds: ThresholdRow[]
}

let rows = 0

export function thresholdRow(metric = '', above?: number | null, below?: number | null) {
  rows += 1
  return { row: rows, metric, above: above ?? '', below: below ?? '' }
}

/** Initial values of the form, for a new or an existing integration. */
export function valuesOf(integration?: Integration): IntegrationValues {
  return {
    name: integration?.name ?? '',
    description: integration?.description ?? '',
    url: integration?.url ?? '',
    eventTypes: integration?.eventTypes ?? [],
    resourceFilter: integration?.resourceFilter ?? '#',
    thresholds: (integration?.thresholds ?? []).map(({ metric, above, below }) =>
      thresholdRow(metric, above, below),
    ),
  }
}

/** Whether any of the event types needs thresholds. */
export function judgesMetrics(types: readonly string[]): boolean {
  return types.some((type) => type.startsWith('metric.'))
}

/** Converts the form's values to the body of the call. */
export function toDraft(values: IntegrationValues): Call<'integrations.create'>['body'] {
  const chosen = eventTypes.filter((type): type is EventType => values.eventTypes.includes(type))
  return {
    name: values.name,
    description: values.description,
    url: values.url.trim(),
    eventTypes: chosen,
    resourceFilter: values.resourceFilter.trim(),
    thresholds: judgesMetrics(chosen)
      ? values.thresholds.map(({ metric, above, below }) => ({
          metric: metric.trim(),
          above: above === '' ? null : Number(above),
          below: below === '' ? null : Number(below),
        }))
      : [],
  }
}

/** The form field for a path of the body. */
export function fieldOf(_values: IntegrationValues, path: string): string | undefined {
  if (path.startsWith('eventTypes')) return 'eventTypes'
  const [, index, field = 'metric'] = /^thresholds\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
  if (index !== undefined) return `thresholds.${index}.${field}`
  const fields = ['name', 'description', 'url', 'resourceFilter', 'thresholds']
  return fields.includes(path) ? path : undefined
}
