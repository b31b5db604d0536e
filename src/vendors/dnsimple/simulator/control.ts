import { Hono } from 'hono'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { DnsimpleAccount } from './account.ts'
import { settingsForm } from './settings.ts'

/** What the account's owner does in DNSimple's own pages: `GET` and `POST /_dnsimple/settings`. */
export const createDnsimpleControl = (account: DnsimpleAccount): Hono =>
  new Hono()
    .get('/settings', (c) => c.json(account.settings()))
    .post('/settings', async (c) => {
      account.changeSettings(await controlBody(c, settingsForm))
      return c.json(account.settings())
    })
