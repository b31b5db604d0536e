import { Hono } from 'hono'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { Vendor, World } from '#vendors/sandbox/world.ts'
import type { DnsimpleAccount } from './account.ts'
import { createAccount } from './account.ts'
import { createApi } from './api.ts'
import { dnsimpleSections } from './console.ts'
import { seedContacts } from './contacts.ts'
import { settingsForm } from './settings.ts'

/** What the account's owner does in DNSimple's own pages: `GET` and `POST /_dnsimple/settings`. */
const createDnsimpleControl = (account: DnsimpleAccount): Hono =>
  new Hono()
    .get('/settings', (c) => c.json(account.settings()))
    .post('/settings', async (c) => {
      account.changeSettings(await controlBody(c, settingsForm))
      return c.json(account.settings())
    })

/** Registrar and DNS host, with two accounts of one operator. */
export function createDnsimple(world: World): Vendor {
  const account = createAccount(world)
  return {
    name: 'dnsimple',
    prefix: '/dnsimple',
    app: createApi(world),
    control: createDnsimpleControl(account),
    sections: () => dnsimpleSections(world, account),
    seed: () => seedContacts(world),
    tick: () => account.catchUp(),
  }
}
