import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import * as z from 'zod'
import { publishedRecords } from '#vendors/dns/simulator/published-records.ts'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { createAlertControl } from './alert-control.ts'
import { createPostmasterControl } from './postmaster.ts'
import { domainOf, type GoogleState, isVerified, outsideCustomer } from './state.ts'

const generateKeys = promisify(generateKeyPair)

/** Quotes and chunk borders do not count. */
const plain = (txt: string) => txt.replace(/"\s*"/g, '').replaceAll('"', '').trim()

/** What people do in Google's admin console, where there is no API, and what other customers of Google do. */
export function createGoogleControl(world: World, state: GoogleState) {
  return (
    new Hono()
      .route('/', dkimPages(world, state))
      .route('/', createAlertControl(world, state))
      .route('/', createPostmasterControl(state))
      /** Security, API controls, "Manage third-party app access": lets the account's people allow this app. */
      .post('/trust', async (c) => {
        const { customerId, clientId } = await controlBody(
          c,
          z.object({ customerId: z.string(), clientId: z.string() }),
        )
        const account = state.accounts.get(customerId)
        if (!account) return c.json({ message: `No account here is ${customerId}.` }, 404)
        const trustedApps = [...new Set([...(account.trustedApps ?? []), clientId])]
        state.accounts.put(customerId, { ...account, trustedApps })
        return c.json({ customerId, trustedApps })
      })
      /** Directory, Groups: a group of the account that has the domain gets this address. */
      .post('/group', async (c) => {
        const { address } = await controlBody(c, z.object({ address: z.string().includes('@') }))
        const held = state.domains.get(domainOf(address))
        if (!held) return c.json({ message: `There is no ${domainOf(address)} here.` }, 404)
        const key = address.toLowerCase()
        state.groups.put(key, { address: key, customerId: held.customerId })
        return c.json({ address: key })
      })
      /** Another customer of Google has this domain, or gives it up. */
      .post('/claim', async (c) => {
        const name = (await controlBody(c, z.object({ domain: z.string() }))).domain.toLowerCase()
        if (state.domains.get(name)) return c.json({ message: `${name} is in an account already.` }, 409)
        state.domains.put(
          name,
          { name, customerId: outsideCustomer, isPrimary: false, createdAt: world.now() },
          outsideCustomer,
        )
        return c.json({ domain: name })
      })
      /** This domain of an account here is too new for calls about its users, so many seconds long. */
      .post('/new', async (c) => {
        const { domain, seconds } = await controlBody(
          c,
          z.object({ domain: z.string(), seconds: z.number() }),
        )
        const name = domain.toLowerCase()
        const held = state.domains.get(name)
        if (!held) return c.json({ message: `There is no ${name} here.` }, 404)
        state.domains.put(name, { ...held, newUntil: world.now() + seconds * 1000 }, held.customerId)
        return c.json({ domain: name, seconds })
      })
      .post('/release', async (c) => {
        const name = (await controlBody(c, z.object({ domain: z.string() }))).domain.toLowerCase()
        if (state.domains.get(name)?.customerId === outsideCustomer) state.domains.delete(name)
        return c.json({ domain: name })
      })
  )
}

function dkimPages(world: World, state: GoogleState) {
  return (
    new Hono()
      /** Apps, Gmail, Authenticate email, "Generate new record": shows the TXT record to publish. */
      .post('/dkim', async (c) => {
        const { domain } = await controlBody(c, z.object({ domain: z.string() }))
        const name = domain.toLowerCase()
        const held = state.domains.get(name)
        if (!held || !isVerified(held, world.now()))
          return c.json({ message: `${name} is not a verified domain of an account here.` }, 404)
        let dkim = state.dkim.get(name)
        if (!dkim) {
          const { publicKey } = await generateKeys('rsa', {
            modulusLength: 2048,
            publicKeyEncoding: { type: 'spki', format: 'der' },
            privateKeyEncoding: { type: 'pkcs8', format: 'der' },
          })
          const txt = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
          dkim = { domain: name, customerId: held.customerId, txt, authenticating: false }
          state.dkim.put(name, dkim, held.customerId)
        }
        return c.json({
          domain: name,
          host: 'google._domainkey',
          type: 'TXT',
          value: dkim.txt,
          authenticating: dkim.authenticating,
        })
      })
      /**
       * Google itself suspends a user, or lets them go on. Its own reason is "ABUSE" in public code that tells it from an
       * administrator's: no reference lists the values.
       */
      .post('/suspended', async (c) => {
        const { address, reason } = await controlBody(
          c,
          z.object({ address: z.string(), reason: z.nullable(z.string()) }),
        )
        const id = state.emails.get(address.toLowerCase())
        const user = id === undefined ? undefined : state.users.get(id)
        if (!user) return c.json({ message: `There is no ${address} here.` }, 404)
        const suspensionReason = reason ?? undefined
        state.users.put(user.id, { ...user, suspended: reason !== null, suspensionReason }, user.customerId)
        return c.json({ address, reason })
      })
      /** The same page's "Start authentication". */
      .post('/dkim/start', async (c) => {
        const { domain } = await controlBody(c, z.object({ domain: z.string() }))
        const name = domain.toLowerCase()
        const dkim = state.dkim.get(name)
        if (!dkim) return c.json({ message: `No DKIM record has been generated for ${name}.` }, 404)
        const isPublished = publishedRecords(world, `google._domainkey.${name}`).some(
          (record) => record.type === 'TXT' && plain(record.content) === dkim.txt,
        )
        if (!isPublished)
          return c.json(
            { message: `The DKIM record of ${name} is not published yet, or another one is.` },
            400,
          )
        state.dkim.put(name, { ...dkim, authenticating: true }, dkim.customerId)
        return c.json({ domain: name, authenticating: true })
      })
  )
}
