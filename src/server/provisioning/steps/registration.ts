import { eq } from 'drizzle-orm'
import { ceilingCents } from '#shared/plans/price-list.ts'
import { domainNames } from '../../db/schema/index.ts'
import type { NameRegistration } from '../../providers/ports/names.ts'
import { VendorError, waitsForVendor } from '../../providers/vendor-error.ts'
import { freshFact } from '../facts.ts'
import { oweFee } from '../owe-fee.ts'
import type { Established, Step, StepContext } from '../step-context.ts'
import { renewExpired } from './renew-expired.ts'

const stillRegistering = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'register',
    ...waitsForVendor,
    reason: 'the registry is still registering the name',
  })

const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)

/** The registrar holds the name for us; paid once, however often this runs. */
export const register: Step = async (context) => {
  const { name, prices, vendors, call, at, facts, save } = context
  const ceiling = ceilingCents(prices.now, tldOf(name))
  const registration =
    (await wasOrdered(context)) ??
    (await vendors.registrar.ensureRegistered(name, { ceilingCents: ceiling, autoRenew: true }, call))
  if (registration.state === 'registering') {
    const { externalId } = registration
    if (!facts.ordered) await save({ ordered: { at: at(), externalId } })
    throw stillRegistering()
  }
  if (registration.state === 'failed') throw refusedByRegistry()
  if (registration.state === 'expired') {
    await renewExpired(context, registration, ceiling)
    return held(name, { ...registration, expiresAt: undefined }, at())
  }
  return held(name, registration, at())
}

/**
 * What became of a registration that was pending: one that failed looks to the registrar like one that never was, and is
 * not ordered again before somebody asks for that.
 */
async function wasOrdered({ name, facts, freshness, vendors, call, save }: StepContext) {
  const { ordered } = facts
  if (!ordered) return undefined
  const found = await vendors.registrar.findRegistration(name, ordered.externalId, call)
  if (found && (found.state !== 'failed' || freshFact(facts, 'ordered', freshness))) return found
  await save({ ordered: undefined })
  return undefined
}

const refusedByRegistry = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'register',
    kind: 'rejected',
    reason: 'the registry refused the registration',
  })

const held = (name: string, registration: NameRegistration, at: string): Established => ({
  facts: {
    registration: { at },
    autoRenew: { at, on: registration.autoRenew },
    ordered: undefined,
    renewal: undefined,
  },
  async also(tx) {
    await tx
      .update(domainNames)
      .set({ registration: 'registered', expiresAt: registration.expiresAt ?? null })
      .where(eq(domainNames.name, name))
  },
})

/**
 * Retiring a name of which we do not know that it is registered: the answer may have been lost, then it is ours
 * and must not renew itself. Otherwise nothing was bought for what was paid since we last saw it registered.
 */
export const checkRegistration: Step = async ({ name, holding, facts, vendors, call, at }) => {
  const registration = await vendors.registrar.findRegistration(name, undefined, call)
  if (registration?.state === 'registering') throw stillRegistering()
  if (registration?.state === 'registered') return held(name, registration, at())
  const unregistered = { facts: { unregistered: { at: at() } } }
  const seenAt = facts.registration?.at
  // One that has run out without our ever having seen it was served while it lasted.
  if (registration?.state === 'expired' && !seenAt) return unregistered
  return { ...unregistered, also: (tx) => oweFee(tx, holding.domainId, { paidAfter: seenAt }) }
}

const setRenewal =
  (on: boolean): Step =>
  async ({ name, vendors, call, at }) => {
    await vendors.registrar.setAutoRenew(name, on, call)
    return { facts: { autoRenew: { at: at(), on } } }
  }

export const renewalOn = setRenewal(true)
export const renewalOff = setRenewal(false)
