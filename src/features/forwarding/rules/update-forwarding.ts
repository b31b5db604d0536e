import * as z from 'zod/mini'
import { boundedList, boundedRecord } from '#base/text/bounded.ts'
import { fillMessage } from '#base/text/message.ts'
import { numberText } from '#base/text/number-text.ts'
import { boundedText } from '#base/text/outcome.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { backgroundForwardingOver, domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { forwardingUrlField, forwardingUrlMaxLength, forwardingUrlMessages } from './forwarding-url.ts'

export const updateForwardingMessages = {
  missing: forwardingUrlMessages.updateMissing,
  bulkMissing: forwardingUrlMessages.bulkUpdateMissing,
  noDomains: 'Please choose at least one domain',
  tooManyDomains: `At most ${domainsPerCallMax} domains can be changed at a time`,
  noBasis: 'Please say where every domain led when you began',
  leadsThere: '{d} forwards there already: nothing was changed.',
  allLeadThere: 'All {n} domains forward there already: nothing was changed.',
  updated: 'Forwarding domain updated successfully',
  failed: 'Failed to update forwarding domain',
  crashed: 'An error occurred while updating the forwarding domain',
  bulkUpdated: 'Forwarding domains updated successfully',
  bulkFailed: 'Failed to update forwarding domains',
  bulkCrashed: 'An error occurred while updating the forwarding domains',
  backgroundWarning: 'You are updating {n} domains. This runs in the background and may take a few minutes.',
  backgroundStarted: 'Forwarding update started for {n} domains.',
} as const

/** So many domains are updated in the background, with a progress bar. */
export const isBackgroundUpdate = (domainCount: number): boolean => domainCount > backgroundForwardingOver

export const backgroundWarning = (domainCount: number): string =>
  fillMessage(updateForwardingMessages.backgroundWarning, { n: domainCount })

/** What to say once the server has taken the update of several groups. */
export const bulkUpdatedMessage = (domainCount: number): string =>
  isBackgroundUpdate(domainCount)
    ? fillMessage(updateForwardingMessages.backgroundStarted, { n: domainCount })
    : updateForwardingMessages.bulkUpdated

/** What to say where no domain is to lead elsewhere than it does. */
export const leadThereMessage = (domains: readonly string[]): string =>
  domains.length === 1
    ? fillMessage(updateForwardingMessages.leadsThere, { d: domains[0] ?? '' })
    : fillMessage(updateForwardingMessages.allLeadThere, { n: numberText(domains.length) })

const domainsField = boundedList(domainField, {
  max: domainsPerCallMax,
  tooMany: updateForwardingMessages.tooManyDomains,
  none: updateForwardingMessages.noDomains,
})

/** Where one domain shall lead, and where it led when the customer looked. */
export interface Forwarding {
  domain: string
  forwardingUrl: string
  basedOn: string
}

/** The call's body: `forwardingDomain` for all domains, or `forwardingDomains` with a URL for each of them. */
export const updateForwardingBody = z.pipe(
  z.strictObject({
    domains: domainsField,
    forwardingDomain: z.optional(forwardingUrlField('update')),
    forwardingDomains: z.optional(
      boundedRecord(z.record(domainField, forwardingUrlField('bulkUpdate')), {
        max: domainsPerCallMax,
        tooMany: updateForwardingMessages.tooManyDomains,
      }),
    ),
    /** By domain, where it led when the customer looked: nothing is changed when one leads elsewhere by now. */
    basedOn: boundedRecord(z.record(domainField, boundedText(forwardingUrlMaxLength)), {
      max: domainsPerCallMax,
      tooMany: updateForwardingMessages.tooManyDomains,
    }),
  }),
  z.transform(({ domains, forwardingDomain, forwardingDomains, basedOn }, context): Forwarding[] => {
    const names = [...new Set(domains)]
    const missing = (message: string) => {
      context.issues.push({ code: 'custom', message, input: undefined })
      return z.NEVER
    }
    const before = new Map(Object.entries(basedOn))
    if (!names.every((name) => before.has(name))) return missing(updateForwardingMessages.noBasis)
    const wish = (domain: string, forwardingUrl: string): Forwarding => ({
      domain,
      forwardingUrl,
      basedOn: before.get(domain)!,
    })
    if (!forwardingDomains)
      return forwardingDomain === undefined
        ? missing(updateForwardingMessages.missing)
        : names.map((domain) => wish(domain, forwardingDomain))
    const urls = new Map(Object.entries(forwardingDomains))
    if (
      forwardingDomain !== undefined ||
      urls.size !== names.length ||
      !names.every((name) => urls.has(name))
    )
      return missing(updateForwardingMessages.bulkMissing)
    return names.map((domain) => wish(domain, urls.get(domain)!))
  }),
)
