import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from './store.ts'

/**
 * Access tokens that carry their claims and are signed with a key of the store: valid across restarts, without a
 * row for each. They look like JWTs.
 */
export function createSignedTokens<Claims extends object>(store: Store, name: string) {
  const keys = store.collection<string>('sandbox.tokenKeys')
  const key = keys.get(name) ?? randomBytes(32).toString('base64url')
  keys.put(name, key)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    issue(claims: Claims): string {
      const head = [{ typ: 'JWT', alg: 'HS256' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${head}.${sign(head)}`
    },
    /** The claims, or undefined when the signature is not ours. Whether they still hold is for the caller. */
    read(token: string): Claims | undefined {
      const [header, claims, signature] = token.split('.')
      if (!header || !claims || !signature) return undefined
      const expected = Buffer.from(sign(`${header}.${claims}`))
      const given = Buffer.from(signature)
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
      return JSON.parse(Buffer.from(claims, 'base64url').toString())
    },
  }
}
