import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import { findRegistered } from '#vendors/sandbox/names/registered-names.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { DnsimpleAccount } from './account.ts'
import { invalid, paged, presentDomain, presentZone, Refusal } from './answers.ts'
import type { DnsimpleOwner } from './demo.ts'
import { isDnsimpleServer, verificationSuffix } from './name-servers.ts'
import type { StoredDomain, StoredZone } from './stored.ts'

const verificationMs = 48 * 3_600_000

interface Verification {
  nameServers: string[]
  expiresAt: number
}

/** Domains and zones of the account, and the proof of ownership before a zone is hosted. */
export function createDomainRoutes(world: World, account: DnsimpleAccount, owner: DnsimpleOwner): Hono {
  const refuseWithoutProof = proofOfOwnership(world, account)
  const present = (domain: StoredDomain) => presentDomain(domain, owner.accountId)
  const presentOwnZone = (zone: StoredZone) => presentZone(zone, owner.accountId)
  const findDomain = (name: string) => {
    const domain = account.domains.get(name.toLowerCase())
    if (!domain) throw new Refusal(404, `Domain \`${name}\` not found`)
    return domain
  }
  const findZone = (name: string) => {
    const zone = account.zones.get(name.toLowerCase())
    if (!zone) throw new Refusal(404, `Zone \`${name}\` not found`)
    return zone
  }
  function activate(name: string, active: boolean) {
    const zone = { ...findZone(name), active, updatedAt: world.now() }
    account.zones.put(zone.name, zone)
    return { data: presentOwnZone(zone) }
  }

  return new Hono()
    .get('/domains', (c) => {
      const like = c.req.query('name_like')
      const found = account.domains.list().filter((domain) => !like || domain.name.includes(like))
      return paged(
        c,
        found.sort((a, b) => a.name.localeCompare(b.name)),
        present,
      )
    })
    .post('/domains', async (c) => {
      const { name: given } = await controlBody(c, z.object({ name: z.unknown() }).partial())
      if (typeof given !== 'string' || given === '') throw invalid({ name: ["can't be blank"] })
      const name = given.toLowerCase()
      if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/.test(name))
        throw invalid({ name: ['is an invalid domain'] })
      if (account.domains.get(name) || account.isElsewhere(name))
        throw invalid({ name: ['has already been taken'] })
      refuseWithoutProof(name)
      return c.json({ data: present(account.host(name)) }, 201)
    })
    .get('/domains/:domain', (c) => c.json({ data: present(findDomain(c.req.param('domain'))) }))
    .delete('/domains/:domain', (c) => {
      account.drop(findDomain(c.req.param('domain')).name)
      return c.body(null, 204)
    })
    .get('/zones', (c) => paged(c, account.zones.list(), presentOwnZone))
    .get('/zones/:zone', (c) => c.json({ data: presentOwnZone(findZone(c.req.param('zone'))) }))
    .put('/zones/:zone/activation', (c) => c.json(activate(c.req.param('zone'), true)))
    .delete('/zones/:zone/activation', (c) => c.json(activate(c.req.param('zone'), false)))
    .get('/zones/:zone/distribution', (c) => {
      const { name } = findZone(c.req.param('zone'))
      const pending = account.records
        .list({ parent: name })
        .some((record) => record.visibleFrom > world.now())
      return c.json({ data: { distributed: !pending } })
    })
}

/**
 * Someone who adds a name that points here and was never in this account might not own it: they are asked to
 * add two name servers made for this purpose to its delegation, within 48 hours.
 */
function proofOfOwnership(world: World, account: DnsimpleAccount): (name: string) => void {
  const verifications = world.store.collection<Verification>('dnsimple.verifications')
  return (name) => {
    const { ownershipProof } = account.settings()
    const delegation = findRegistered(world, name)?.nameServers ?? []
    const asked =
      ownershipProof === 'always' ||
      (ownershipProof === 'as_documented' && delegation.some(isDnsimpleServer) && !account.wasHere(name))
    if (!asked) return
    let verification = verifications.get(name)
    if (!verification || verification.expiresAt <= world.now()) {
      const host = () => `ns-${randomBytes(4).toString('hex')}${verificationSuffix}`
      verification = { nameServers: [host(), host()], expiresAt: world.now() + verificationMs }
      verifications.put(name, verification)
    }
    const { nameServers } = verification
    if (nameServers.every((host) => delegation.includes(host))) return
    throw new Refusal(
      406,
      `Ownership of ${name} must be verified. Add the name servers ${nameServers.join(' and ')} to the domain's delegation and try again within 48 hours.`,
    )
  }
}
