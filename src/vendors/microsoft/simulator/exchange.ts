import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { CmdletError, cmdletErrorAnswer } from './answers.ts'
import type { Cmdlet } from './cmdlet.ts'
import { createBlockedCmdlets } from './exchange-blocked.ts'
import { createDkimCmdlets } from './exchange-dkim.ts'
import { limitCmdlets } from './exchange-limits.ts'
import { createMailboxCmdlets } from './exchange-mailboxes.ts'
import type { MicrosoftState, Tenant } from './state.ts'
import type { Tokens } from './tokens.ts'

const cmdletForm = z
  .object({
    CmdletInput: z
      .object({ CmdletName: z.string(), Parameters: z.record(z.string(), z.unknown()) })
      .partial(),
  })
  .partial()

/** Objects of an answer, where fewer are not asked for: https://learn.microsoft.com/powershell/exchange/exchange-online-powershell-v2 */
const mostInAPage = 1_000

const systemMailbox = 'systemmailbox{bb558c35-97f1-4cb9-8ff7-d53741dc928c}@'

/**
 * What Exchange says to a routing hint, by what public tools report: `APP:` takes the tenant's id or its initial
 * domain (CIPP's New-ExoRequest, HelloID's connectors), `UPN:` the initial domain (Microsoft 365 scanners); a domain
 * of the customer's own is 401. A tenant may be told to take only one of the two.
 */
function refuseAnchor(tenant: Tenant, anchor: string): Response | undefined {
  const [, kind = '', mailbox = ''] = /^(APP|UPN):(.+)$/i.exec(anchor) ?? []
  const place = mailbox.toLowerCase().startsWith(systemMailbox)
    ? mailbox.toLowerCase().slice(systemMailbox.length)
    : ''
  const known =
    kind.toUpperCase() === 'APP' ? [tenant.tenantId, tenant.initialDomain] : [tenant.initialDomain]
  const isTaken = tenant.takesAnchor === undefined || tenant.takesAnchor === kind.toUpperCase()
  if (isTaken && known.includes(place)) return undefined
  if (kind.toUpperCase() === 'UPN' && place) return new Response(null, { status: 401 })
  return Response.json(
    { error: { code: 'ErrorIncorrectRoutingHint', message: 'The routing hint is incorrect.' } },
    { status: 400 },
  )
}

/** As people quote it: https://github.com/MicrosoftDocs/microsoft-365-docs/issues/7403 */
const dehydrated = () =>
  new CmdletError(
    'Microsoft.Exchange.Configuration.Tasks.InvalidOperationInDehydratedContextException',
    "The command you tried to run isn't currently allowed in your organization. To run this command, you first need to run the command: Enable-OrganizationCustomization.",
  )

/**
 * The call behind the PowerShell module. It is not documented: its form is as public scanners and admin tools
 * use it, and how often it may be called is assumed.
 */
export function createExchange(world: World, state: MicrosoftState, tokens: Tokens) {
  const buckets = createBuckets(world, 20, 200)
  const cmdlets = new Map<string, Cmdlet>(
    Object.entries({
      ...createMailboxCmdlets(world, state),
      ...createDkimCmdlets(world, state),
      ...createBlockedCmdlets(world, state),
      ...limitCmdlets,
    }).map(([name, cmdlet]) => [name.toLowerCase(), cmdlet]),
  )

  return new Hono().post('/adminapi/beta/:tenant/InvokeCommand', async (c) => {
    const session = tokens.session(c.req.header('authorization'), 'https://outlook.office365.com')
    if (!session || session.tenant.tenantId !== c.req.param('tenant')) return c.body(null, 401)
    const { tenant, app, claims } = session
    if (!claims.roles.includes('Exchange.ManageAsApp') || !app.exchangeAdministrator)
      return c.json(
        {
          error: {
            code: 'Forbidden',
            message: "The role assigned to application isn't supported in this scenario.",
          },
        },
        403,
      )
    const taken = buckets(tenant.tenantId).take()
    if (!taken.ok)
      return c.json({ error: { code: 'TooManyRequests', message: 'The request is throttled.' } }, 429, {
        'retry-after': String(taken.retryAfterSeconds),
        'rate-limit-remaining': '0',
      })
    const misrouted = refuseAnchor(tenant, c.req.header('x-anchormailbox') ?? '')
    if (misrouted) return misrouted
    const body = await bodyOf(c, cmdletForm)
    const { CmdletName: name = '', Parameters: parameters = {} } = body.CmdletInput ?? {}
    const cmdlet = cmdlets.get(name.toLowerCase())
    // A cmdlet it does not know looks like a role that is missing, and says nothing.
    if (!cmdlet || (tenant.hidesLimits && name in limitCmdlets)) return c.body(null, 403)
    try {
      if (tenant.isDehydrated && /^(new|set)-/i.test(name)) throw dehydrated()
      const all = cmdlet(tenant, parameters)
      const size = Number(/maxpagesize=(\d+)/.exec(c.req.header('prefer') ?? '')?.[1] ?? mostInAPage)
      const from = Number(c.req.query('$skiptoken') ?? 0)
      const next = new URL(c.req.url)
      next.pathname = `/microsoft/exchange/adminapi/beta/${tenant.tenantId}/InvokeCommand`
      next.searchParams.set('$skiptoken', String(from + size))
      return c.json({
        '@odata.context': `https://outlook.office365.com/adminapi/beta/${tenant.tenantId}/$metadata#Collection(Exchange.GenericHashTable)`,
        'adminapi.warnings@odata.type': '#Collection(String)',
        '@adminapi.warnings': [],
        value: all.slice(from, from + size),
        ...(from + size < all.length && { '@odata.nextLink': next.href }),
      })
    } catch (error) {
      if (error instanceof CmdletError) return cmdletErrorAnswer(error)
      throw error
    }
  })
}
