import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '../json-body.ts'
import { createBuckets } from '../rate-limit.ts'
import type { World } from '../world.ts'
import { CmdletError, cmdletErrorAnswer } from './answers.ts'
import type { Cmdlet } from './cmdlet.ts'
import { createDkimCmdlets } from './exchange-dkim.ts'
import { createMailboxCmdlets } from './exchange-mailboxes.ts'
import type { MicrosoftState } from './state.ts'
import type { Tokens } from './tokens.ts'

const cmdletForm = z
  .object({
    CmdletInput: z
      .object({ CmdletName: z.string(), Parameters: z.record(z.string(), z.unknown()) })
      .partial(),
  })
  .partial()

/**
 * The call behind the PowerShell module. It is not documented: its form is as public scanners and admin tools
 * use it, and how often it may be called is assumed.
 */
export function createExchange(world: World, state: MicrosoftState, tokens: Tokens) {
  const buckets = createBuckets(world, 20, 200)
  const cmdlets = new Map<string, Cmdlet>(
    Object.entries({ ...createMailboxCmdlets(world, state), ...createDkimCmdlets(world, state) }).map(
      ([name, cmdlet]) => [name.toLowerCase(), cmdlet],
    ),
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
    if (!c.req.header('x-anchormailbox'))
      return c.json(
        { error: { code: 'BadRequest', message: 'The X-AnchorMailbox header is required.' } },
        400,
      )
    const body = await bodyOf(c, cmdletForm)
    const { CmdletName: name = '', Parameters: parameters = {} } = body.CmdletInput ?? {}
    const cmdlet = cmdlets.get(name.toLowerCase())
    try {
      if (!cmdlet)
        throw new CmdletError(
          'System.Management.Automation.CommandNotFoundException',
          `The term '${name}' is not recognized as the name of a cmdlet.`,
          404,
        )
      return c.json({
        '@odata.context': `https://outlook.office365.com/adminapi/beta/${tenant.tenantId}/$metadata#Collection(Exchange.GenericHashTable)`,
        'adminapi.warnings@odata.type': '#Collection(String)',
        '@adminapi.warnings': [],
        value: cmdlet(tenant, parameters),
      })
    } catch (error) {
      if (error instanceof CmdletError) return cmdletErrorAnswer(error)
      throw error
    }
  })
}
