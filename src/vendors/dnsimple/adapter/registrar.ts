import { noContent } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError, waitsForOperator, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { NamePrice, NameRegistration, NameRenewal, Registrar } from '#vendors/ports/names.ts'
import type { DnsimpleClient } from './client.ts'
import {
  checked,
  delegationAnswer,
  domainAnswer,
  priced,
  priceOf,
  registrationAnswer,
  registrationNumber,
  registrationOf,
  registrationOfDomain,
  renewalAnswer,
  renewalNumber,
  renewalOf,
  tldAnswer,
} from './wire.ts'

/** DNSimple asks the registry while we wait: its own example of a price look-up took nine seconds. */
const registryTimeoutMs = 30_000

const tldOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Last of all: a wish that has changed, or a limit that is used up, keeps the request back before this. */
const notedBefore = (noted: () => Promise<void>, ctx?: CallContext): CallContext => ({
  ...ctx,
  beforeCall: async () => {
    const lease = await ctx?.beforeCall?.()
    await noted()
    return lease
  },
})

export function createRegistrar(
  { call, find, findShared, lackOfContact }: DnsimpleClient,
  { registrantId }: { registrantId: number },
): Registrar {
  async function readTld(tld: string, ctx?: CallContext) {
    const path = `/tlds/${encodeURIComponent(tld)}`
    return (await findShared({ operation: 'readTld', path, answer: tldAnswer }, ctx))?.data
  }

  async function isSold(tld: string, ctx?: CallContext): Promise<boolean> {
    const found = await readTld(tld, ctx)
    return found !== undefined && found.registration_enabled !== false
  }

  /** By TLD; read once, since it changes with the registrar's catalogue at most. */
  const privacy = new Map<string, boolean>()
  /**
   * The contact is the operator's, for every name alike, and is to be in no public register. It is free, and needed where
   * a country's registry shows it: https://support.dnsimple.com/articles/whois-privacy/
   */
  async function hasPrivacy(name: string, ctx?: CallContext): Promise<boolean> {
    const tld = tldOf(name)
    const known = privacy.get(tld) ?? (await readTld(tld, ctx))?.whois_privacy ?? false
    privacy.set(tld, known)
    return known
  }

  /**
   * The check answers 400 for a TLD that is not sold, for a name that is none, and where the registry is out of
   * reach. Only the list of TLDs tells which; the sentence may change.
   */
  const check: Registrar['check'] = async (name, ctx) => {
    const path = `/registrar/domains/${name}/check`
    try {
      const answer = await call(
        { operation: 'check', path, answer: checked, timeoutMs: registryTimeoutMs },
        ctx,
      )
      return { available: answer.data.available, premium: answer.data.premium }
    } catch (error) {
      if (!isVendorError(error, 'rejected') || error.status !== 400) throw error
      const tld = tldOf(name)
      if (await isSold(tld, ctx)) throw error
      throw refused('check', 'tld_unsupported', `names that end in .${tld} are not sold`)
    }
  }

  const price: Registrar['price'] = async (name, ctx) => {
    const path = `/registrar/domains/${name}/prices`
    return priceOf(
      await call({ operation: 'price', path, answer: priced, timeoutMs: registryTimeoutMs }, ctx),
    )
  }

  async function domainRegistration(name: string, ctx?: CallContext) {
    const found = await find(
      { operation: 'findRegistration', path: `/domains/${name}`, answer: domainAnswer },
      ctx,
    )
    return found && registrationOfDomain(found.data)
  }

  async function order(
    name: string,
    { autoRenew, afterFailed }: Parameters<Registrar['ensureRegistered']>[1],
    ctx?: CallContext,
  ): Promise<NameRegistration> {
    const isPrivate = await hasPrivacy(name, ctx)
    return registrationOf(
      await call(
        {
          operation: 'register',
          method: 'POST',
          path: `/registrar/domains/${name}/registrations`,
          json: { registrant_id: registrantId, auto_renew: autoRenew, whois_privacy: isPrivate },
          answer: registrationAnswer,
          timeoutMs: registryTimeoutMs,
        },
        afterFailed ? notedBefore(afterFailed.noted, ctx) : ctx,
      ),
    )
  }

  /**
   * Who holds the names is the operator's to say, so a contact that is gone is not made anew:
   * https://developer.dnsimple.com/v2/registrar/#registerDomain
   */
  async function readLack(refusal: VendorError, ctx?: CallContext): Promise<VendorError> {
    const reason = await lackOfContact('register', ctx)
    return reason === undefined ? refusal : reworded(refusal, waitsForOperator, reason)
  }

  /** DNSimple refuses a name that is taken and one that is ours already with the same status: look which it is. */
  async function readRefusal(
    name: string,
    refusal: VendorError,
    { afterFailed }: Parameters<Registrar['ensureRegistered']>[1],
    ctx?: CallContext,
  ): Promise<NameRegistration> {
    const ours = await domainRegistration(name, ctx)
    if (ours && !(afterFailed && ours.state === 'registering')) return ours
    const { available } = await check(name, ctx)
    if (available) throw await readLack(refusal, ctx)
    throw refused('register', 'taken', `${name} was registered by someone else`)
  }

  async function orderRenewal(name: string, ctx?: CallContext): Promise<NameRenewal> {
    const path = `/registrar/domains/${name}/renewals`
    // Without a period it would be as many years as the TLD's default says; one was paid for.
    const json = { period: 1 }
    const timeoutMs = registryTimeoutMs
    return renewalOf(
      await call({ operation: 'renew', method: 'POST', path, json, answer: renewalAnswer, timeoutMs }, ctx),
    )
  }

  /**
   * Renewing itself cannot be switched while that is under way, nor when the name has expired: it cannot be changed
   * then, and nothing renews it any more. https://support.dnsimple.com/articles/domain-auto-renewal/
   * Nor does anything renew what is only hosted there.
   */
  async function readRenewalRefusal(name: string, on: boolean, refusal: VendorError, ctx?: CallContext) {
    const known = await domainRegistration(name, ctx)
    if (known?.autoRenew === on || (!on && (!known || known.state === 'expired'))) return
    if (on || known?.state !== 'registered') throw refusal
    throw reworded(
      refusal,
      waitsForVendor,
      'the name is renewing itself just now: that can be switched off once it is done',
    )
  }

  return {
    check,
    price,
    async findRegistration(name, externalId, ctx) {
      const known = await domainRegistration(name, ctx)
      const number = registrationNumber(externalId)
      const hosted = known?.state === 'registering' ? known : undefined
      if (known && !(hosted && number)) return { ...known, externalId: externalId ?? known.externalId }
      if (number === undefined) return undefined
      const found = await find(
        {
          operation: 'findRegistration',
          path: `/registrar/domains/${name}/registrations/${number}`,
          answer: registrationAnswer,
        },
        ctx,
      )
      const registration = found && registrationOf(found)
      // What has failed or was cancelled may stay hosted with its registrant: see `registrationOfDomain`.
      if (hosted && registration?.state !== 'failed')
        return { ...hosted, externalId: externalId ?? hosted.externalId }
      // Registered once, but no longer in the account: dropped or moved away since.
      return registration?.state === 'registered' ? undefined : registration
    },
    async ensureRegistered(name, options, ctx) {
      const known = await domainRegistration(name, ctx)
      if (known && !(options.afterFailed && known.state === 'registering')) return known
      const asked = await price(name, ctx)
      refuseAbove(options.ceilingCents, name, 'register', asked, asked.registrationCents)
      try {
        return { ...(await order(name, options, ctx)), isNew: true }
      } catch (error) {
        if (isVendorError(error, 'rejected') && error.status === 400)
          return readRefusal(name, error, options, ctx)
        throw isVendorError(error, 'not_found') ? await readLack(error, ctx) : error
      }
    },
    async renew(name, { ceilingCents, noted }, ctx) {
      const known = await domainRegistration(name, ctx)
      if (known?.state === 'registered') return { state: 'renewed' }
      const asked = await price(name, ctx)
      refuseAbove(ceilingCents, name, 'renew', asked, asked.renewalCents)
      return orderRenewal(name, notedBefore(noted, ctx))
    },
    async findRenewal(name, externalId, ctx) {
      const number = renewalNumber(externalId)
      if (number === undefined) return undefined
      const path = `/registrar/domains/${name}/renewals/${number}`
      const found = await find({ operation: 'findRenewal', path, answer: renewalAnswer }, ctx)
      return found && renewalOf(found)
    },
    async setAutoRenew(name, on, ctx) {
      const path = `/registrar/domains/${name}/auto_renewal`
      try {
        await call({ operation: 'setAutoRenew', method: on ? 'PUT' : 'DELETE', path, answer: noContent }, ctx)
      } catch (error) {
        if (!on && isVendorError(error, 'not_found')) return
        if (!isVendorError(error, 'rejected') || error.status !== 400) throw error
        await readRenewalRefusal(name, on, error, ctx)
      }
    },
    async delegation(name, ctx) {
      const path = `/registrar/domains/${name}/delegation`
      const { data } = await call({ operation: 'delegation', path, answer: delegationAnswer }, ctx)
      return data
    },
    async setDelegation(name, nameServers, ctx) {
      const path = `/registrar/domains/${name}/delegation`
      const request = { operation: 'setDelegation', method: 'PUT', path, json: nameServers } as const
      await call({ ...request, answer: delegationAnswer }, ctx)
    },
  }
}

function refuseAbove(
  ceilingCents: number,
  name: string,
  operation: string,
  { premium }: NamePrice,
  cents: number,
) {
  if (premium) throw refused(operation, 'premium', `${name} is sold at a premium price`)
  if (cents > ceilingCents)
    throw refused(operation, 'price_above_ceiling', `${name} costs more than it is sold for`)
}

const refused = (operation: string, code: string, reason: string) =>
  new VendorError({ vendor: 'dnsimple', operation, kind: 'rejected', code, reason })
