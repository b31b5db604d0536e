import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '../json-body.ts'
import type { SmartleadState } from './state.ts'

/** Settings, OAuth Configuration, "Private Infrastructure": the app of one's own that refreshes tokens. */
export const createSmartleadControl = (state: SmartleadState) =>
  new Hono().post('/oauth-app', async (c) => {
    const { userId, provider, clientId } = await controlBody(
      c,
      z.object({
        userId: z.number(),
        provider: z.enum(['microsoft', 'google']),
        clientId: z.string().min(1),
      }),
    )
    const user = state.users.get(String(userId))
    if (!user) return c.json({ message: `No user here has the id ${userId}.` }, 404)
    state.users.put(String(userId), { ...user, ownApps: { ...user.ownApps, [provider]: clientId } })
    return c.json({ userId, provider, clientId })
  })
