import type { Site } from '@sluice/contract'
import { texts as common } from '#texts/common.ts'

/** A point with latitude first, as on maps. */
export function Coordinates({ point }: { point: Site['location'] }) {
  if (!point) return common.none
  const [longitude, latitude] = point.coordinates
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`
}

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`
}
