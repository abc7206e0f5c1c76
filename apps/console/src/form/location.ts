import type { Site } from '@sluice/contract'
import type { AddFault } from './reading.ts'

type Point = NonNullable<Site['location']>

/** Latitude first, as maps show and copy it. */
export function locationText(point: Point | null): string {
  if (point === null) return ''
  const [longitude, latitude] = point.coordinates
  return `${latitude}, ${longitude}`
}

const pair = /^([-+]?\d+(?:\.\d+)?)\s*[,;\s]\s*([-+]?\d+(?:\.\d+)?)$/

/** The point of a text such as `59.9127, 10.7461`; null where it is empty. */
export function readLocation(text: string, add: AddFault): Point | null {
  if (text.trim() === '') return null
  const [, latitude, longitude] = pair.exec(text.trim()) ?? []
  if (latitude === undefined || longitude === undefined) {
    add('location', 'must be latitude and longitude in degrees, for example 59.9127, 10.7461')
    return null
  }
  if (Math.abs(Number(latitude)) > 90) add('location', 'the latitude must be within -90 and 90')
  if (Math.abs(Number(longitude)) > 180) {
    add('location', 'the longitude must be within -180 and 180')
  }
  return { type: 'Point', coordinates: [Number(longitude), Number(latitude)] }
}
