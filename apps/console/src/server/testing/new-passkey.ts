import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Options {
  readonly challenge: string
}

/** A passkey without attestation, in an authenticator that always verifies its user. */
export function newPasskey(origin: string, rpId: string) {
  const key = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // A P-256 key as COSE, in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const site = createHash('sha256').update(rpId).digest()
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }))
  const answer = (response: object) => ({
    ...{ id: key.toString('base64url'), rawId: key.toString('base64url'), type: 'public-key' },
    ...{ clientExtensionResults: {}, response },
  })

  /** The response to `generate-register-options`. */
  function registered(options: Options) {
    // Flags: user present, user verified, has a credential. Then the counter, the AAGUID, and the length of the id.
    const head = Buffer.from([0x45, 0, 0, 0, 0, ...Buffer.alloc(16), 0, key.length])
    const authData = Buffer.concat([site, head, key, cose])
    // {fmt: "none", attStmt: {}, authData: bytes}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ])
    return answer({
      clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    })
  }

  /** The response to `generate-authenticate-options`. */
  function signedIn(options: Options) {
    const authenticatorData = Buffer.concat([site, Buffer.from([0x05, 0, 0, 0, 0])])
    const client = clientData('webauthn.get', options)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
    return answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    })
  }

  return { registered, signedIn }
}
