import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { GoogleState } from './state.ts'

const form = 'type.googleapis.com/google.apps.alertcenter.type'
/** https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/AccountSuspensionWarningState */
const states = ['WARNING', 'SUSPENDED', 'APPEAL_SUBMITTED', 'APPEAL_APPROVED'] as const

const unknownAccount = (c: Context, customerId: string) =>
  c.json({ message: `No account here is ${customerId}.` }, 404)

/** What Google raises of an account, and what its administrators do about it in the Alert Center. */
export function createAlertControl(world: World, state: GoogleState) {
  const stamp = () => new Date(world.now()).toISOString()

  /** Google raises alerts of accounts that there are. */
  function raise(
    c: Context,
    customerId: string,
    of: { type: string; source: string; data?: unknown; raw?: unknown },
  ): Response {
    if (!state.accounts.get(customerId)) return unknownAccount(c, customerId)
    const alertId = randomUUID()
    const at = stamp()
    state.alerts.put(
      alertId,
      { alertId, customerId, createTime: at, updateTime: at, status: 'NOT_STARTED', ...of },
      customerId,
    )
    return c.json({ alertId })
  }

  return (
    new Hono()
      /** The whole account is to be suspended, or is. What the alert's type is called is not documented; its form is. */
      .post('/alert/account', async (c) => {
        const { customerId, state: at } = await controlBody(
          c,
          z.object({ customerId: z.string(), state: z.enum(states) }),
        )
        const data = {
          '@type': `${form}.AccountSuspensionWarning`,
          state: at,
          suspensionDetails: [{ abuseReason: 'SPAM', productName: 'Gmail' }],
          ...(at === 'WARNING' && { appealWindow: '259200s' }),
        }
        return raise(c, customerId, { type: 'Account suspension', source: 'Google', data })
      })
      .post('/alert/mailbox', async (c) => {
        const { customerId, address, type } = await controlBody(
          c,
          z.object({ customerId: z.string(), address: z.string(), type: z.string() }),
        )
        const data = { '@type': `${form}.AccountWarning`, email: address }
        return raise(c, customerId, { type, source: 'Google identity', data })
      })
      /** Any other: `raw` is answered in its place, whatever it is. */
      .post('/alert', async (c) => {
        const { customerId, ...of } = await controlBody(
          c,
          z.object({
            customerId: z.string(),
            type: z.string().default('A new kind'),
            source: z.string().default('Google'),
            data: z.unknown().optional(),
            raw: z.unknown().optional(),
          }),
        )
        return raise(c, customerId, of)
      })
      .post('/alert/close', async (c) => {
        const { alertId } = await controlBody(c, z.object({ alertId: z.string() }))
        const alert = state.alerts.get(alertId)
        if (!alert) return c.json({ message: `There is no alert ${alertId}.` }, 404)
        const closed = { ...alert, status: 'CLOSED' as const, updateTime: stamp() }
        state.alerts.put(alertId, closed, alert.customerId)
        return c.json({ alertId })
      })
      /** Switches the API on or off in the operator's project. */
      .post('/alert/api', async (c) => {
        const { customerId, isOn } = await controlBody(
          c,
          z.object({ customerId: z.string(), isOn: z.boolean() }),
        )
        const account = state.accounts.get(customerId)
        if (!account) return unknownAccount(c, customerId)
        state.accounts.put(customerId, { ...account, hasAlertApi: isOn })
        return c.json({ customerId, isOn })
      })
  )
}
