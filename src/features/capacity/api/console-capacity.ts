import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { boundedText } from '#base/text/outcome.ts'
import { hostLimitSources } from '#features/accounts/rules/outside-recipients.ts'
import { alarm } from '#features/home/api/console-home.ts'
import { accountHosts, roomStates } from '../rules/account-hosts.ts'
import { accountCredentials, accountLabel, accountLimits, secretExpiry } from '../rules/account-rooms.ts'

const moment = z.string()
const params = z.object({ accountId: boundedText(60) })
const use = z.object({ used: z.number(), capacity: z.number() })

const accountCapacity = z.object({
  id: z.string(),
  host: z.enum(keysOf(accountHosts)),
  /** Of the host, for people. */
  vendor: z.string(),
  label: z.string(),
  state: z.enum(keysOf(roomStates)),
  domains: use,
  mailboxes: use,
  /** Of what may be placed: what was entered, and no more than its host lets out. */
  recipientsPerDay: use,
  enteredRecipients: z.number(),
  /** Outside recipients that its host lets it reach in 24 hours, and has counted; null while nobody has read it. */
  hostLimit: z.nullable(
    z.object({
      perDay: z.number(),
      reached: z.nullable(z.number()),
      by: z.enum(keysOf(hostLimitSources)),
      at: moment,
    }),
  ),
  /** Until the first of them is full, at the pace of the last weeks; or why that is not known. */
  left: z.union([z.object({ days: z.number() }), z.object({ unknown: z.string() })]),
  /** When it was last asked whether it works, and why it did not; null where nobody has asked. */
  probe: z.nullable(z.object({ at: moment, problem: z.nullable(z.string()) })),
  /** A day; null where nobody has said, or it has no end. */
  secretExpiresOn: z.nullable(z.string()),
})
export type AccountCapacity = z.output<typeof accountCapacity>

export const consoleCapacity = endpoint({
  method: 'GET',
  path: '/api/operator/capacity',
  summary: 'What stands at our accounts at mailbox hosts, and when they are full',
  access: 'staff:customers.read',
  response: z.object({ accounts: z.array(accountCapacity) }),
})

export const consoleAccountPage = endpoint({
  method: 'GET',
  path: '/api/operator/capacity/:accountId',
  summary: 'Staff: one tenant or Google account, with what is asked of people about its domains',
  access: 'staff:customers.read',
  params,
  response: z.object({
    account: accountCapacity,
    /** What it is known by at its host; nothing that opens it. */
    identity: z.object({
      tenantId: z.optional(z.string()),
      clientId: z.optional(z.string()),
      initialDomain: z.optional(z.string()),
      clientEmail: z.optional(z.string()),
      adminEmail: z.optional(z.string()),
      customerId: z.optional(z.string()),
    }),
    since: moment,
    /** What its host has raised of it, and that it does not tell. */
    alarms: z.array(alarm),
    /** Domains placed there of which something stands there: they stay until they are taken down. */
    standing: z.number(),
    /**
     * Domains placed there whose owner has not pointed them here yet: nothing runs there, and they can be placed elsewhere.
     * With the first of their names.
     */
    waiting: z.object({ domains: z.number(), first: z.array(z.string()) }),
    /** Domains that are being placed elsewhere: into it, or out of it. */
    moves: z.array(z.object({ id: z.string(), to: z.string(), domains: z.number(), done: z.number() })),
    /** Whose mailboxes there may send more than was sold, by what their sending tools list: most first. */
    beyondSold: z.array(
      z.object({ customerId: z.string(), email: z.string(), mailboxes: z.number(), perDay: z.number() }),
    ),
    /** Open ones about its domains, the oldest first. */
    work: z.array(z.object({ id: z.string(), kind: z.string(), subject: z.string(), since: moment })),
    timeline: z.array(z.object({ at: moment, who: z.string(), sentence: z.string() })),
  }),
})
export type ConsoleAccountPage = z.output<(typeof consoleAccountPage)['response']>

const access = 'staff:accounts.manage'
const told = z.object({ message: z.string() })
/** `works`: whether the account was seen to work; where not, the message says why. */
const tried = z.object({ message: z.string(), works: z.boolean() })

export const addConsoleAccount = endpoint({
  method: 'POST',
  path: '/api/operator/capacity',
  summary: 'Staff: add a tenant or Google account; it stays closed until it was seen to work',
  access,
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({
    label: accountLabel,
    credentials: accountCredentials,
    limits: accountLimits,
    secretExpiresOn: secretExpiry,
  }),
  response: z.object({ id: z.string(), message: z.string(), works: z.boolean() }),
})

export const renewConsoleAccount = endpoint({
  method: 'POST',
  path: '/api/operator/capacity/:accountId/renew',
  summary: 'Staff: give an account new credentials; opens it if they work',
  access,
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({
    credentials: accountCredentials,
    secretExpiresOn: secretExpiry,
    /** Although entries of domains may be left where it was before. */
    leaves: z.boolean(),
  }),
  response: tried,
})

export const drainConsoleAccount = endpoint({
  method: 'POST',
  path: '/api/operator/capacity/:accountId/drain',
  summary: 'Staff: place nothing new at an account; what it has stays',
  access,
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({}),
  response: told,
})

export const openConsoleAccount = endpoint({
  method: 'POST',
  path: '/api/operator/capacity/:accountId/open',
  summary: 'Staff: let an account take new domains again, if it works',
  access,
  limit: 'staff',
  params,
  body: z.strictObject({}),
  response: tried,
})

export const probeConsoleAccount = endpoint({
  method: 'POST',
  path: '/api/operator/capacity/:accountId/probe',
  summary: 'Staff: ask now whether an account works; changes nothing about it',
  access,
  limit: 'staff',
  params,
  body: z.strictObject({}),
  response: tried,
})

export const limitConsoleAccount = endpoint({
  method: 'POST',
  path: '/api/operator/capacity/:accountId/limits',
  summary: 'Staff: change how much fits into an account; what is there stays',
  access,
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({ limits: accountLimits }),
  response: told,
})

export const removeConsoleAccount = endpoint({
  method: 'POST',
  path: '/api/operator/capacity/:accountId/remove',
  summary: 'Staff: forget an account that is closed or draining and has no domains',
  access,
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({
    /** Although entries of domains may be left there, which nobody removes then. */
    leaves: z.boolean(),
  }),
  response: told,
})
