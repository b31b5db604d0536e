import { isIP } from 'node:net'
import { passkeyTexts } from '#shared/accounts/passkeys.ts'
import type { Config } from '../../../config/config.ts'
import { conflict } from '../../../http/refusal.ts'

/**
 * For whom passkeys are made: from the public address alone, never from what a request says. Throws a `Refusal` where
 * that is a number, which no browser makes passkeys for.
 */
export function relyingParty({ publicUrl, productName }: Pick<Config, 'publicUrl' | 'productName'>) {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw conflict(passkeyTexts.noHost)
  return { id: hostname, origin, name: productName }
}
