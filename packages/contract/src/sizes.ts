/** Each is 1,024 of the one before. */
const sizeUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Bytes as people read them, in the largest unit of which there is a whole one: `1.5 GiB`. */
export function sizeText(bytes: number): string {
  let power = 0
  let figure = bytes
  while (rounded(figure) >= 1024 && power < sizeUnits.length - 1) {
    figure /= 1024
    power += 1
  }
  return bytes === 1 ? '1 byte' : `${rounded(figure)} ${sizeUnits[power]}`
}

function rounded(figure: number): number {
  return Number(figure.toFixed(1))
}
