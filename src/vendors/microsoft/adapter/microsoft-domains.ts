import * as z from 'zod'
import { dropped, noContent } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { Exchange } from './exchange-invoke-command.ts'
import type { Graph } from './graph.ts'
import {
  explainVerification,
  graphDnsRecords,
  graphDomain,
  mailRecordsOf,
  objectConflict,
  ownershipRecord,
} from './graph-wire.ts'

const waiting = (operation: string, reason: string) =>
  new VendorError({ vendor: 'microsoft', operation, ...waitsForVendor, reason })

/** Names in the tenant: added, verified, set up for e-mail, removed. */
export function microsoftDomains(
  graph: Graph,
  exchange: Exchange | undefined,
): Pick<
  MailboxHost,
  'ensureDomain' | 'domainState' | 'verificationRecord' | 'verifyDomain' | 'mailRecords' | 'removeDomain'
> {
  const readDomain = (name: string, ctx?: CallContext) =>
    graph.call({ operation: 'readDomain', path: `/domains/${name}`, answer: graphDomain }, ctx)

  async function findDomain(name: string, ctx?: CallContext) {
    try {
      return await readDomain(name, ctx)
    } catch (error) {
      if (isVendorError(error, 'not_found')) return undefined
      throw error
    }
  }

  /** A new domain is not known everywhere in Graph at once, nor are its records ready. */
  async function readyRecords(operation: string, name: string, list: string, ctx?: CallContext) {
    try {
      const path = `/domains/${name}/${list}`
      return (await graph.call({ operation, path, answer: graphDnsRecords }, ctx)).value
    } catch (error) {
      if (isVendorError(error, 'not_found') || isVendorError(error, 'rejected'))
        throw reworded(error, waitsForVendor, `Microsoft is still setting the domain up (${error.reason})`)
      throw error
    }
  }

  return {
    async ensureDomain(name, ctx, adding) {
      if (await findDomain(name, ctx)) return
      await adding?.()
      try {
        await graph.call(
          {
            operation: 'addDomain',
            method: 'POST',
            path: '/domains',
            json: { id: name },
            answer: z.object({ id: z.string() }),
          },
          ctx,
        )
      } catch (error) {
        if (!isVendorError(error) || error.code !== objectConflict) throw error
      }
    },

    /** Verified means here: and set up for e-mail, so that a crash between the two is mended. */
    async domainState(name, ctx) {
      const domain = await findDomain(name, ctx)
      return {
        added: domain !== undefined,
        verified: domain?.isVerified === true && domain.supportedServices.includes('Email'),
      }
    },

    async verificationRecord(name, ctx) {
      const records = await readyRecords('verificationRecord', name, 'verificationDnsRecords', ctx)
      const record = ownershipRecord(records, name)
      if (record) return record
      throw waiting('verificationRecord', 'Microsoft has not made the verification record yet')
    },

    async verifyDomain(name, ctx) {
      const domain = await findDomain(name, ctx)
      if (!domain) throw waiting('verifyDomain', 'Microsoft does not show the new domain yet')
      if (!domain.isVerified) {
        try {
          await graph.call(
            {
              operation: 'verifyDomain',
              method: 'POST',
              path: `/domains/${name}/verify`,
              answer: graphDomain,
            },
            ctx,
          )
        } catch (error) {
          if (!isVendorError(error)) throw error
          const meant = explainVerification(error)
          if (meant !== 'verified') throw meant
          // Not by the sentence alone: whose it is verified for, it may leave out.
          if (!(await findDomain(name, ctx))?.isVerified)
            throw waiting('verifyDomain', 'Microsoft does not show the domain as verified yet')
        }
      }
      if (domain.supportedServices.includes('Email')) return
      try {
        await graph.call(
          {
            operation: 'setUpEmail',
            method: 'PATCH',
            path: `/domains/${name}`,
            json: { supportedServices: [...domain.supportedServices, 'Email'] },
            answer: dropped,
          },
          ctx,
        )
      } catch (error) {
        // Right after the verification not every part of Graph knows of it.
        if (isVendorError(error) && (error.status === 400 || error.status === 404))
          throw reworded(error, waitsForVendor, `Microsoft is still setting the domain up (${error.reason})`)
        throw error
      }
      if ((await readDomain(name, ctx)).supportedServices.includes('Email')) return
      throw waiting('setUpEmail', 'Microsoft is still setting the domain up for e-mail')
    },

    async mailRecords(name, ctx) {
      if (exchange && !(await exchange.acceptsDomain(name, ctx)))
        throw waiting('mailRecords', 'Exchange does not know the domain yet')
      const listed = await readyRecords('mailRecords', name, 'serviceConfigurationRecords', ctx)
      const records = mailRecordsOf(listed, name)
      if (records.length === 0)
        throw waiting('mailRecords', 'Microsoft has not set the domain up for e-mail yet')
      return records
    },

    async removeDomain(name, ctx) {
      try {
        await graph.call(
          { operation: 'removeDomain', method: 'DELETE', path: `/domains/${name}`, answer: noContent },
          ctx,
        )
      } catch (error) {
        if (isVendorError(error, 'not_found')) return
        if (isVendorError(error, 'rejected'))
          throw reworded(error, waitsForVendor, `Microsoft does not let the domain go yet (${error.reason})`)
        throw error
      }
    },
  }
}
