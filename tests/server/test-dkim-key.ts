import { generateKeyPairSync } from 'node:crypto'

const made = new Map<string, string>()

function newKey(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}

/** The TXT value of a key that goes by a name: the same for the same name. */
export function testDkimKey(name: string): string {
  const key = made.get(name) ?? newKey()
  made.set(name, key)
  return `v=DKIM1; k=rsa; p=${key}`
}
