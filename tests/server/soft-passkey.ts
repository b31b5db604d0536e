import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  MadePasskey,
  PasskeyToMake,
  PasskeyToShow,
  ShownPasskey,
} from '#features/accounts/rules/passkeys.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')
const userPresent = 0x01
const hasKey = 0x40

export interface SoftPasskey {
  id: string
  /** What it has counted; set it to play a copy of an older day. */
  counter: number
  make(asked: PasskeyToMake, at?: { origin?: string; rpId?: string }): MadePasskey
  show(asked: PasskeyToShow, at?: { origin?: string; rpId?: string }): ShownPasskey
}

/** A device that keeps a passkey, in software: it signs whatever it is asked to, for whichever site a test says. */
export function softPasskey(siteOrigin: string): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)
  const ofDevice = { id, rawId: id, type: 'public-key' } as const

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number, counter: number, more: Uint8Array[] = []) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...more])
  }
  // An ECDSA key on P-256, in the numbers of COSE.
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const device: SoftPasskey = {
    id,
    counter: 1,
    make(asked, { origin = siteOrigin, rpId = asked.rp.id } = {}) {
      const length = Buffer.from([0, credentialId.length])
      const authData = authenticatorData(rpId, userPresent | hasKey, device.counter, [
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey,
      ])
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return {
        ...ofDevice,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', asked.challenge, origin)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    show(asked, { origin = siteOrigin, rpId = asked.rpId } = {}) {
      device.counter += 1
      const authData = authenticatorData(rpId, userPresent, device.counter)
      const data = clientData('webauthn.get', asked.challenge, origin)
      return {
        ...ofDevice,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
        },
      }
    },
  }
  return device
}
