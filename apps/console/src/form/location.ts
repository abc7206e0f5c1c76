import type { Site } from '@sluice/contract'
import { texts } from '#texts/form.ts'
import type { AddFault } from './reading.ts'

type Point = NonNullable<Site['location']>

/** Latitude first, the order that maps show and copy. */
export function locationText(point: Point | null): string {
  if (point === null) return ''
  const [longitude, latitude] = point.coordinates
  return `${latitude}, ${longitude}`
}

const degrees = String.raw`([-+]?\d+(?:\.\d+)?(?:e-?\d+)?)`
const pair = new RegExp(String.raw`^${degrees}\s*[,;\s]\s*${degrees}$`, 'i')

/** Parses a point such as `59.9127, 10.7461`; null if empty. */
export function readLocation(text: string, add: AddFault): Point | null {
  if (text.trim() === '') return null
  const [, latitude, longitude] = pair.exec(text.trim()) ?? []
  if (latitude === undefined || longitude === undefined) {
    add('location', texts.location.notPoint)
    return null
  }
  if (Math.abs(Number(latitude)) > 90) add('location', texts.location.latitude)
  if (Math.abs(Number(longitude)) > 180) {
    add('location', texts.location.longitude)
  }
  return { type: 'Point', coordinates: [Number(longitude), Number(latitude)] }
}
