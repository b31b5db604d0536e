import { eq } from 'drizzle-orm'
import { registrarPriceCeilingCents } from '#shared/catalog.ts'
import { domainNames } from '../../db/schema/index.ts'
import { VendorError } from '../../providers/vendor-error.ts'
import type { Step } from '../step-context.ts'

const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)

/** The registrar holds the name for us; paid once, however often this runs. */
export const register: Step = async ({ name, vendors, call, at }) => {
  const registration = await vendors.registrar.ensureRegistered(
    name,
    { ceilingCents: registrarPriceCeilingCents(tldOf(name)), autoRenew: true },
    call,
  )
  if (registration.state === 'failed') {
    throw new VendorError({
      vendor: 'dnsimple',
      operation: 'register',
      kind: 'rejected',
      reason: 'the registry refused the registration',
    })
  }
  if (registration.state === 'registering') {
    throw new VendorError({
      vendor: 'dnsimple',
      operation: 'register',
      kind: 'waiting',
      reason: 'the registry is still registering the name',
    })
  }
  return {
    facts: { registration: { at: at() }, autoRenew: { at: at(), on: registration.autoRenew } },
    async also(tx) {
      await tx
        .update(domainNames)
        .set({
          registration: 'registered',
          registrationId: registration.externalId,
          autoRenew: registration.autoRenew,
          expiresAt: registration.expiresAt ?? null,
        })
        .where(eq(domainNames.name, name))
    },
  }
}

const setRenewal =
  (on: boolean): Step =>
  async ({ name, vendors, call, at }) => {
    await vendors.registrar.setAutoRenew(name, on, call)
    return {
      facts: { autoRenew: { at: at(), on } },
      async also(tx) {
        await tx.update(domainNames).set({ autoRenew: on }).where(eq(domainNames.name, name))
      },
    }
  }

export const renewalOn = setRenewal(true)
export const renewalOff = setRenewal(false)
