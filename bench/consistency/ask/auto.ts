import type { Range } from '../model/series.ts'

/** Common widths, in seconds; wider ones are for more time than anything here has. */
const widths = [
  ...([1, 2, 5, 10, 15, 30].map((count) => [`${count}s`, count]) as [string, number][]),
  ...([1, 2, 5, 10, 15, 30].map((count) => [`${count}m`, 60 * count]) as [string, number][]),
  ...([1, 2, 3, 6, 12].map((count) => [`${count}h`, 3600 * count]) as [string, number][]),
]
const MOST_BUCKETS = 500

/** What `interval=auto` is to choose: the narrowest common width that divides a range into at most so many buckets. */
export function autoInterval({ from, to }: Range): string | undefined {
  const found = widths.find(([, seconds]) => {
    const width = seconds * 1e6
    return Math.ceil(to / width) - Math.floor(from / width) <= MOST_BUCKETS
  })
  return found?.[0]
}
