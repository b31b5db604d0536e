import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import { expiryPhase } from '#vendors/sandbox/names/expiry.ts'
import { findRegistered, isFree, setNameServers } from '#vendors/sandbox/names/registered-names.ts'
import { specialLabelOf, splitName } from '#vendors/sandbox/names/universe.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { DnsimpleAccount } from './account.ts'
import { invalid, presentRegistration, presentRenewal, Refusal } from './answers.ts'
import { pricesOf } from './prices.ts'
import type { DnsimpleSettings } from './settings.ts'
import type { StoredDomain } from './stored.ts'

/** The check has a stricter limit of its own; its size is not published, so this one is a guess. */
const checksPerSecond = 1
const checksBurst = 100

const pendingMs = 20_000
const slowPendingMs = 600_000

/**
 * "Unless specified it will default to whatever value is set for the TLD", which is said nowhere: here it is more
 * than one. https://developer.dnsimple.com/v2/registrar/#renewDomain
 */
const defaultRenewalYears = 2
/** https://developer.dnsimple.com/v2/openapi.yml (`DomainRenewal`) */
const maxRenewalYears = 9
const isName = (name: string) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/.test(name)

const nameOf = (c: Context) => decodeURIComponent(c.req.param('domain') ?? '').toLowerCase()
const dollars = (cents: number) => cents / 100

export function createRegistrarRoutes(world: World, account: DnsimpleAccount): Hono {
  return new Hono()
    .route('/', createLookUps(world))
    .route('/', createRegistrations(world, account))
    .route('/', createRenewals(world, account))
    .route('/', createDelegations(world, account))
}

function quoted(name: string) {
  const prices = pricesOf(name)
  if (!prices) throw new Refusal(400, `TLD .${splitName(name).tld.toUpperCase()} is not supported`)
  return prices
}

/** A domain that is registered through this account. */
function ours(account: DnsimpleAccount, name: string): StoredDomain {
  const domain = account.domains.get(name)
  if (!domain) throw new Refusal(404, `Domain \`${name}\` not found`)
  if (domain.state === 'hosted') throw new Refusal(400, `The domain ${name} is not registered with DNSimple`)
  return domain
}

/**
 * One that can be changed: "You can't make any updates to the domain while it is expired."
 * https://support.dnsimple.com/articles/what-happens-when-domain-expires/
 */
function changeable(account: DnsimpleAccount, name: string): StoredDomain {
  const domain = ours(account, name)
  if (domain.state === 'expired') throw new Refusal(400, `The domain ${name} has expired`)
  return domain
}

/**
 * After the grace period it can only be restored, for a fee. The sentence is that of DNSimple's own example
 * (`renewDomain/error-tooearly`). https://developer.dnsimple.com/v2/registrar/#renewDomain
 */
function renewable(world: World, account: DnsimpleAccount, name: string): StoredDomain {
  const domain = ours(account, name)
  const phase = expiryPhase(domain.expiresAt ?? 0, world.now())
  if (phase !== 'running' && phase !== 'grace')
    throw new Refusal(400, `${name} may not be renewed at this time`)
  return domain
}

function refuseWhenUnpaid(account: DnsimpleAccount) {
  if (account.settings().unpaid)
    throw new Refusal(402, 'Your account has outstanding payments. Please update your payment information.')
}

/** 400 where it "cannot be enabled" or "disabled": https://developer.dnsimple.com/v2/registrar/auto-renewal/ */
function setAutoRenew(world: World, account: DnsimpleAccount, name: string, autoRenew: boolean) {
  const domain = changeable(account, name)
  if (!autoRenew && account.renewals.isRenewingByItself(name))
    throw new Refusal(400, `The auto-renewal of ${name} is being processed`)
  account.domains.put(name, { ...domain, autoRenew, updatedAt: world.now() })
}

/** Whether a name can be had, and for how much. */
function createLookUps(world: World): Hono {
  const checks = createBuckets(world, checksPerSecond, checksBurst)('account')
  return new Hono()
    .get('/registrar/domains/:domain/check', (c) => {
      const name = nameOf(c)
      const place = checks.take()
      if (!place.ok) {
        c.header('Retry-After', String(place.retryAfterSeconds))
        throw new Refusal(429, 'quota exceeded')
      }
      const { premium } = quoted(name)
      if (!isName(name)) throw invalid({ name: ['is an invalid domain'] })
      return c.json({ data: { domain: name, available: isFree(world, name), premium } })
    })
    .get('/registrar/domains/:domain/prices', (c) => {
      const name = nameOf(c)
      const { registration, renewal, premium } = quoted(name)
      return c.json({
        data: {
          domain: name,
          premium,
          registration_price: dollars(registration),
          renewal_price: dollars(renewal),
          transfer_price: dollars(registration),
          restore_price: dollars(registration + 80_00),
          trustee_price: null,
        },
      })
    })
}

function createRegistrations(world: World, account: DnsimpleAccount): Hono {
  return new Hono()
    .post('/registrar/domains/:domain/registrations', async (c) => {
      const name = nameOf(c)
      const body = await controlBody(c, z.record(z.string(), z.unknown()))
      if (body.registrant_id === undefined) throw invalid({ registrant_id: ["can't be blank"] })
      const contact = account.contacts.get(String(body.registrant_id))
      if (!contact) throw new Refusal(404, `Contact \`${body.registrant_id}\` not found`)
      const prices = quoted(name)
      if (prices.premium && Number(body.premium_price) !== dollars(prices.registration))
        throw new Refusal(400, `The premium price for ${name} must be confirmed with premium_price`)
      const domain = account.domains.get(name)
      const isPending = account.registrations
        .list({ parent: name })
        .some(({ state }) => state === 'registering')
      if (domain && (domain.state !== 'hosted' || isPending))
        throw new Refusal(400, `The domain ${name} is already in your account`)
      // What becomes of the wish where the TLD does not have it is said nowhere; refusing it is the strictest reading.
      if (body.whois_privacy === true && !allowsPrivacy(splitName(name).tld))
        throw new Refusal(400, `WHOIS privacy is not available for ${name}`)
      if (specialLabelOf(name) === 'snatched') setNameServers(world, name, ['ns1.quicker.example'])
      if (!isFree(world, name)) throw new Refusal(400, `The domain ${name} is not available for registration`)
      refuseWhenUnpaid(account)
      const registration = account.register(
        name,
        {
          registrantId: contact.id,
          autoRenew: body.auto_renew === true,
          whoisPrivacy: body.whois_privacy === true,
          priceCents: prices.registration,
        },
        pendingMsOf(name, account.settings().registrations, world.delayScale),
      )
      return c.json(
        { data: presentRegistration(registration) },
        registration.state === 'registered' ? 201 : 202,
      )
    })
    .get('/registrar/domains/:domain/registrations/:id', (c) => {
      const registration = account.registrations.get(c.req.param('id'))
      if (!registration || registration.name !== nameOf(c))
        throw new Refusal(404, `Domain registration \`${c.req.param('id')}\` not found`)
      return c.json({ data: presentRegistration(registration) })
    })
}

/** Renewals that are asked for, and whether names renew themselves. */
function createRenewals(world: World, account: DnsimpleAccount): Hono {
  return new Hono()
    .post('/registrar/domains/:domain/renewals', async (c) => {
      const domain = renewable(world, account, nameOf(c))
      const body = await controlBody(
        c,
        z.object({ period: z.unknown(), premium_price: z.unknown() }).partial(),
      )
      const period = Number(body.period ?? defaultRenewalYears)
      if (!Number.isInteger(period) || period < 1 || period > maxRenewalYears)
        throw invalid({ period: ['is invalid'] })
      const prices = quoted(domain.name)
      if (prices.premium && Number(body.premium_price) !== dollars(prices.renewal))
        throw new Refusal(400, `The premium price for ${domain.name} must be confirmed with premium_price`)
      refuseWhenUnpaid(account)
      const renewal = account.renewals.ask(domain, period)
      return c.json({ data: presentRenewal(renewal) }, renewal.state === 'renewed' ? 201 : 202)
    })
    .get('/registrar/domains/:domain/renewals/:id', (c) => {
      const renewal = account.renewals.get(c.req.param('id'))
      if (!renewal || renewal.name !== nameOf(c))
        throw new Refusal(404, `Domain renewal \`${c.req.param('id')}\` not found`)
      return c.json({ data: presentRenewal(renewal) })
    })
    .put('/registrar/domains/:domain/auto_renewal', (c) => {
      setAutoRenew(world, account, nameOf(c), true)
      return c.body(null, 204)
    })
    .delete('/registrar/domains/:domain/auto_renewal', (c) => {
      setAutoRenew(world, account, nameOf(c), false)
      return c.body(null, 204)
    })
}

function createDelegations(world: World, account: DnsimpleAccount): Hono {
  return new Hono()
    .get('/registrar/domains/:domain/delegation', (c) => {
      const domain = ours(account, nameOf(c))
      return c.json({ data: findRegistered(world, domain.name)?.nameServers ?? [] })
    })
    .put('/registrar/domains/:domain/delegation', async (c) => {
      const domain = changeable(account, nameOf(c))
      const wanted: unknown = await c.req.json()
      if (!Array.isArray(wanted) || wanted.length < 2 || !wanted.every((host) => typeof host === 'string'))
        throw invalid({ name_servers: ['must be an array of at least two name servers'] })
      return c.json({ data: setNameServers(world, domain.name, wanted).nameServers })
    })
}

/**
 * "true if the suffix allows WHOIS privacy as a separate component": https://developer.dnsimple.com/v2/openapi.yml (`TLD`).
 * Which of them do not is in no document; here it is one.
 */
const allowsPrivacy = (tld: string) => tld !== 'io'

/** What is sold at all, the same for every account: https://developer.dnsimple.com/v2/tlds/ */
export function createTldRoutes(): Hono {
  return new Hono().get('/tlds/:tld', (c) => {
    const tld = c.req.param('tld').toLowerCase()
    if (!pricesOf(`name.${tld}`)) throw new Refusal(404, `TLD \`${tld}\` not found`)
    return c.json({
      data: {
        tld,
        tld_type: 1,
        whois_privacy: allowsPrivacy(tld),
        auto_renew_only: false,
        idn: true,
        minimum_registration: 1,
        registration_enabled: true,
        renewal_enabled: true,
        transfer_enabled: true,
      },
    })
  })
}

/** How long a registration stays pending; undefined when it is done at once. */
function pendingMsOf(
  name: string,
  mode: DnsimpleSettings['registrations'],
  delayScale: number,
): number | undefined {
  const special = specialLabelOf(name)
  if (special === 'slow') return slowPendingMs * delayScale
  const atOnce = mode === 'at_once' || (mode === 'by_tld' && ['com', 'net'].includes(splitName(name).tld))
  return atOnce && special !== 'failing' ? undefined : pendingMs * delayScale
}
