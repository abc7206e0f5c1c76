/** Organizations are spread over this many lanes, each with adjacent slots, which are mostly on one server. */
export const LANES = 16

/** The name of a fictitious organization in a lane. It is longer than real names can be. */
export function nobodyIn(lane: number): string {
  for (let i = 0; ; i += 1) {
    const name = `nobody-${i}`.padEnd(65, '-')
    if (laneOf(name) === lane) return name
  }
}

/** The lane of an organization: the leading bits of its keys' cluster slot. */
export function laneOf(organization: string): number {
  return slotOf(organization) >> 10
}

/** CRC-16/XMODEM modulo 16,384, as a cluster computes it over the part of a key between braces. */
function slotOf(tag: string): number {
  let crc = 0
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc & 0x3fff
}
