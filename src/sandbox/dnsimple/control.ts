import { Hono } from 'hono'
import type { DnsimpleAccount, DnsimpleSettings } from './account.ts'

/** What the account's owner does in DNSimple's own pages: `GET` and `POST /_dnsimple/settings`. */
export const createDnsimpleControl = (account: DnsimpleAccount): Hono =>
  new Hono()
    .get('/settings', (c) => c.json(account.settings()))
    .post('/settings', async (c) => {
      account.changeSettings((await c.req.json()) as Partial<DnsimpleSettings>)
      return c.json(account.settings())
    })
