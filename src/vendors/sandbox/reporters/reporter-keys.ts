import { generateKeyPairSync } from 'node:crypto'

interface Key {
  privatePem: string
  /** As its record shows it. */
  txt: string
}

let made: Key | undefined

/** What the sandbox's receivers sign their reports with, for as long as the process lives. */
export function reporterKey(): Key {
  if (!made) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    made = {
      privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
      txt: `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`,
    }
  }
  return made
}

/** Selector of that key, under each receiver's own name. */
export const reporterSelector = 'sandbox'
