import { expect, test } from 'vitest'
import { codeIn, meaningOf } from './error-codes.ts'

test.each([
  ['AADSTS90094: The grant requires administrator permission.', 'admin-consent'],
  ['AADSTS90095: Admin consent is required for the permissions requested.', 'admin-consent'],
  ['AADSTS900941: Administrator consent is required. App is considered risky.', 'admin-consent'],
  ['AADSTS530032: Blocked by a security policy of the tenant.', 'blocked-by-policy'],
])('“%s” is %s', (sentence, refused) => {
  for (const page of ['asks', 'tells'] as const)
    expect(meaningOf(codeIn(sentence) ?? 0, page)).toEqual({ refused })
})
