import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { accountLabel, dnsCredentials } from '../rules/account-rooms.ts'

const moment = z.string()
const params = z.object({ accountId: boundedText(60) })

const dnsAccount = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(['open', 'draining']),
  /** It is the account of the environment's token: given another one where the product is started. */
  isEnvironments: z.boolean(),
  domains: z.number(),
  /** Calls that it may still make within the next hour. */
  calls: z.object({ left: z.number(), ofHour: z.number() }),
  /** When it was last asked whether it works, and why it did not; null where nobody has asked. */
  probe: z.nullable(z.object({ at: moment, problem: z.nullable(z.string()) })),
})
export type DnsAccount = z.output<typeof dnsAccount>

export const consoleDnsAccounts = endpoint({
  method: 'GET',
  path: '/api/operator/dns-accounts',
  summary: 'Staff: our accounts at the registrar, with what each has and what is left of its hour',
  access: 'staff:customers.read',
  response: z.object({ accounts: z.array(dnsAccount) }),
})

const access = 'staff:accounts.manage'
const told = z.object({ message: z.string() })

export const addConsoleDnsAccount = endpoint({
  method: 'POST',
  path: '/api/operator/dns-accounts',
  summary: 'Staff: add an account at the registrar; refused if it does not work',
  access,
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ label: accountLabel, credentials: dnsCredentials }),
  response: told,
})

export const renewConsoleDnsAccount = endpoint({
  method: 'POST',
  path: '/api/operator/dns-accounts/:accountId/renew',
  summary: 'Staff: give an account at the registrar another token; refused if it does not work',
  access,
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({ credentials: dnsCredentials }),
  response: told,
})

export const renameConsoleDnsAccount = endpoint({
  method: 'POST',
  path: '/api/operator/dns-accounts/:accountId/rename',
  summary: 'Staff: give an account at the registrar another name; nothing else about it changes',
  access,
  limit: 'staff',
  params,
  body: z.strictObject({ label: accountLabel }),
  response: told,
})

export const drainConsoleDnsAccount = endpoint({
  method: 'POST',
  path: '/api/operator/dns-accounts/:accountId/drain',
  summary: 'Staff: give an account at the registrar no new domains; those it has stay with it',
  access,
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({}),
  response: told,
})

export const openConsoleDnsAccount = endpoint({
  method: 'POST',
  path: '/api/operator/dns-accounts/:accountId/open',
  summary: 'Staff: let an account at the registrar take new domains again',
  access,
  limit: 'staff',
  params,
  body: z.strictObject({}),
  response: told,
})

export const probeConsoleDnsAccount = endpoint({
  method: 'POST',
  path: '/api/operator/dns-accounts/:accountId/probe',
  summary: 'Staff: ask now whether an account at the registrar works; changes nothing about it',
  access,
  limit: 'staff',
  params,
  body: z.strictObject({}),
  response: z.object({ message: z.string(), works: z.boolean() }),
})

export const removeConsoleDnsAccount = endpoint({
  method: 'POST',
  path: '/api/operator/dns-accounts/:accountId/remove',
  summary: 'Staff: forget an account at the registrar that drains and has no domains',
  access,
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({}),
  response: told,
})
