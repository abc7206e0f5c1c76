import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike, because people copy codes from paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const groupLength = 5
const amount = 10

/** New backup codes such as `k7m2p-x9rq4`, with 50 bits of entropy each. */
export function newBackupCodes(): string[] {
  return Array.from({ length: amount }, () => `${group()}-${group()}`)
}

function group(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
