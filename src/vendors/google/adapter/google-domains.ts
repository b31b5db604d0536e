import * as z from 'zod'
import { noContent } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { GoogleAccount } from './account.ts'
import type { GoogleApi } from './google-api.ts'
import { domainInUse, isPassing, workspaceDomain } from './google-wire.ts'

const ttl = 3600
const notSeen = 'Google does not see the verification record yet'

const waiting = (operation: string, reason: string) =>
  new VendorError({ vendor: 'google', operation, ...waitsForVendor, reason })

const domainsPathOf = ({ customerId }: GoogleAccount) => `/customer/${customerId}/domains`

/** The account's domain of this name; undefined where it has none. */
export async function findDomain(api: GoogleApi, account: GoogleAccount, name: string, ctx?: CallContext) {
  try {
    return await api.directory(
      { operation: 'readDomain', path: `${domainsPathOf(account)}/${name}`, answer: workspaceDomain },
      ctx,
    )
  } catch (error) {
    if (isVendorError(error, 'not_found')) return undefined
    throw error
  }
}

/** Names in the account: added, verified, removed. */
export function googleDomains(
  api: GoogleApi,
  account: GoogleAccount,
): Pick<
  MailboxHost,
  'ensureDomain' | 'domainState' | 'verificationRecord' | 'verifyDomain' | 'mailRecords' | 'removeDomain'
> {
  const domainsPath = domainsPathOf(account)
  const find = (name: string, ctx?: CallContext) => findDomain(api, account, name, ctx)

  return {
    async ensureDomain(name, ctx, adding) {
      if (await find(name, ctx)) return
      await adding?.()
      try {
        await api.directory(
          {
            operation: 'addDomain',
            method: 'POST',
            path: domainsPath,
            json: { domainName: name },
            answer: z.object({ domainName: z.string() }),
          },
          ctx,
        )
      } catch (error) {
        if (!isVendorError(error)) throw error
        if (isPassing(error)) throw error
        const isElsewhere = error.status === 409 || error.code === domainInUse
        if (!isElsewhere) throw error
        if (error.status === 409 && (await find(name, ctx))) return
        throw reworded(
          error,
          { kind: 'rejected' },
          'another Google customer uses this domain; it has to be removed there first',
        )
      }
    },

    async domainState(name, ctx) {
      const domain = await find(name, ctx)
      return { added: domain !== undefined, verified: domain?.verified === true }
    },

    async verificationRecord(name, ctx) {
      const { token } = await api.siteVerification(
        {
          operation: 'verificationToken',
          method: 'POST',
          path: '/token',
          json: { site: { type: 'INET_DOMAIN', identifier: name }, verificationMethod: 'DNS_TXT' },
          answer: z.object({ token: z.string().min(1) }),
        },
        ctx,
      )
      return { name: '', type: 'TXT', content: token, ttl }
    },

    async verifyDomain(name, ctx) {
      const before = await find(name, ctx)
      if (before?.verified) return
      try {
        await api.siteVerification(
          {
            operation: 'verifyDomain',
            method: 'POST',
            path: '/webResource?verificationMethod=DNS_TXT',
            json: { site: { type: 'INET_DOMAIN', identifier: name } },
            answer: z.object({ id: z.string() }),
          },
          ctx,
        )
      } catch (error) {
        if (isVendorError(error) && error.status === 400)
          throw reworded(error, waitsForVendor, `${notSeen} (${error.reason})`, notSeen)
        throw error
      }
      // The account's domain follows the site's verification by itself.
      const after = await find(name, ctx)
      if (after?.verified) return
      throw waiting('verifyDomain', 'Google has seen the record and is still setting the domain up')
    },

    async mailRecords(name, ctx) {
      const domain = await find(name, ctx)
      if (!domain?.verified) throw waiting('mailRecords', 'Google has not verified the domain yet')
      // The same for every domain since 2023; no API says them.
      return [
        { name: '', type: 'MX', content: 'smtp.google.com', priority: 1, ttl },
        { name: '', type: 'TXT', content: 'v=spf1 include:_spf.google.com ~all', ttl },
      ]
    },

    async removeDomain(name, ctx) {
      try {
        const path = `${domainsPath}/${name}`
        await api.directory({ operation: 'removeDomain', method: 'DELETE', path, answer: noContent }, ctx)
      } catch (error) {
        if (isVendorError(error, 'not_found')) return
        if (isVendorError(error, 'rejected'))
          throw reworded(error, waitsForVendor, `Google does not let the domain go yet (${error.reason})`)
        throw error
      }
    },
  }
}
