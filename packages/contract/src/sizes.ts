/** Each is 1,024 of the one before. */
const sizeUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Bytes as people read them: `1.5 GiB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(sizeUnits.length - 1, Math.floor(Math.log2(bytes) / 10))
  const figure = bytes / 1024 ** power
  return `${Number(figure.toFixed(1))} ${sizeUnits[power]}`
}
