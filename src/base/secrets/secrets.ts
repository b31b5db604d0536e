import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'

export interface SecretKey {
  id: string
  /** 32 bytes. */
  key: Buffer
}

/** Where a secret is kept. A sealed value opens only in the place it was sealed for. */
export interface SecretPlace {
  table: string
  row: string
  field: string
}

export interface Secrets {
  seal(plain: string, place: SecretPlace): string
  /** Throws when the value was altered, moved, or sealed with a key that is not configured. */
  open(sealed: string, place: SecretPlace): string
  /** Whether the value was sealed with another key than the one that writes now. */
  isStale(sealed: string): boolean
  /** Ids of the configured keys; the first one writes. */
  keyIds: readonly string[]
  /**
   * 32 bytes that only a holder of the keys can make of a message, by each configured key and the writing one first: what
   * was handed out before a rotation, or by a process that has not been restarted yet, is recognised by the others.
   */
  proofs(purpose: string, message: string): readonly [Buffer, ...Buffer[]]
}

const version = 'v1'
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** AES-256-GCM; the place is authenticated with the value, so rows cannot be swapped. */
export function createSecrets(keys: readonly SecretKey[]): Secrets {
  const writer = keys[0]
  if (!writer) throw new Error('At least one secret key is needed.')
  // Node prepares bytes anew for each cipher, which takes longer than a password's encryption.
  const byId = new Map(keys.map((key) => [key.id, createSecretKey(key.key)]))
  const writing = createSecretKey(writer.key)
  const boundTo = ({ table, row, field }: SecretPlace) => Buffer.from(JSON.stringify([table, row, field]))

  return {
    keyIds: keys.map((key) => key.id),
    seal(plain, place) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', writing, iv).setAAD(boundTo(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [version, writer.id, iv.toString('base64url'), body.toString('base64url')].join(':')
    },
    open(sealed, place) {
      const [given, id, iv, body] = sealed.split(':')
      const key = byId.get(id ?? '')
      if (given !== version || !iv || !body) throw new Error('This is not a sealed value.')
      if (!key) throw new Error(`The secret key "${id}" is not configured.`)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        .setAAD(boundTo(place))
        .setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    isStale: (sealed) => sealed.split(':')[1] !== writer.id,
    proofs(purpose, message) {
      const proof = ({ key }: SecretKey) => hmac(hmac(key, purpose), message)
      return [proof(writer), ...keys.slice(1).map(proof)]
    },
  }
}
