import { createHash, randomBytes } from 'node:crypto'

interface Options {
  readonly challenge: string
  readonly rp: { readonly id: string }
}

/** What an authenticator answers to `generate-register-options`, having verified its person; it attests nothing. */
export function newPasskey({ challenge, rp }: Options, origin: string) {
  const id = randomBytes(16)
  const point = randomBytes(64)
  // CBOR, as COSE has a P-256 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const publicKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    point.subarray(0, 32),
    Buffer.from('225820', 'hex'),
    point.subarray(32),
  ])
  const authData = Buffer.concat([
    createHash('sha256').update(rp.id).digest(),
    // Present, verified, with a credential; then the counter, the model, and the length of the id.
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    publicKey,
  ])
  // {fmt: "none", attStmt: {}, authData: bytes}
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authData.length]),
    authData,
  ])
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin })
  return {
    ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    },
  }
}
