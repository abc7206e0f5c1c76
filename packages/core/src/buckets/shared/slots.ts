/** Organizations are spread over as many lanes, each with slots that lie together and so, mostly, on one server. */
export const LANES = 16

/** An organization that is in a lane. Its name is longer than one can be, so that nobody has it. */
export function nobodyIn(lane: number): string {
  for (let i = 0; ; i += 1) {
    const name = `nobody-${i}`.padEnd(65, '-')
    if (laneOf(name) === lane) return name
  }
}

/** The lane of an organization: the leading bits of the slot that a cluster gives its keys. */
export function laneOf(organization: string): number {
  return slotOf(organization) >> 10
}

/** CRC-16/XMODEM modulo 16,384, as a cluster computes it over what stands between the braces of a key. */
function slotOf(tag: string): number {
  let crc = 0
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc & 0x3fff
}
