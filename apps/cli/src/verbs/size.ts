import { UsageError } from '../usage-error.ts'

const POWERS = ['', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** The bytes of `500GiB`, `1.5 TiB` or `1000`. Whether so many make sense is for the core to say. */
export function parseSize(option: string, text: string): number {
  const [, figure, unit = ''] = /^(\d+(?:\.\d+)?) ?([KMGTP]iB)?$/.exec(text) ?? []
  if (figure === undefined) {
    throw new UsageError(`${option} ${text} is not a size. Examples: 500GiB, 1.5TiB, 1000000.`)
  }
  return Math.round(Number(figure) * 1024 ** POWERS.indexOf(unit as (typeof POWERS)[number]))
}
