import { type EventType, formsOfEvent } from '@sluice/contract'
import { meetFilters } from '../scopes/index.ts'

/** The resources, as filters, that a filter covers and an event type is about. */
export function resourcesOf(type: EventType, filter: string): string[] {
  const forms = formsOfEvent(type)
  // Every thing has a path of the first form, so a scope on all of these is a scope on all things.
  if (filter === '#') return forms.slice(0, 1)
  return forms
    .map((form) => meetFilters(filter, form))
    .filter((met): met is string => met !== undefined)
}
