import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import { domainCountsControl } from './domain-counts.ts'
import type { OauthLinks } from './oauth-links.ts'
import type { SmartleadState } from './state.ts'
import { variantsControl } from './variants.ts'

/** What people do in Smartlead's own pages. */
export const createSmartleadControl = (state: SmartleadState, links: OauthLinks) =>
  new Hono()
    .route('/', domainCountsControl(state.world))
    .route('/', variantsControl(state.world))
    /** Email Accounts, "Add Microsoft account": the address that the button leads to. */
    .post('/link', async (c) => {
      const { apiKey, provider } = await controlBody(
        c,
        z.object({ apiKey: z.string().min(1), provider: z.enum(['microsoft', 'google']) }),
      )
      const userId = state.userOfKey(apiKey)
      if (userId === undefined) return c.json({ message: 'No user here has this key.' }, 404)
      return c.json({ link: links.linkOf(userId, provider) })
    })
    /** Settings, OAuth Configuration, "Private Infrastructure": the app of one's own that refreshes tokens. */
    .post('/oauth-app', async (c) => {
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
