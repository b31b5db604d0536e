import { isIP } from 'node:net'
import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { passkeyTexts } from '../../rules/passkeys.ts'

/**
 * For whom passkeys are made: from the public address alone, never from what a request says. Throws a `Refusal` where
 * that is a number, which no browser makes passkeys for.
 */
export function relyingParty({ config }: Pick<Dependencies, 'config'>) {
  const { hostname, origin } = new URL(config.publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw conflict(passkeyTexts.noHost)
  return { id: hostname, origin }
}
