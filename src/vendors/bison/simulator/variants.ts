import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'

/** What no description of Email Bison says: which of the answers there may be is played. */
const variants = z.strictObject({
  /**
   * What becomes of a daily limit of 0. The reference names an integer and no least value:
   * https://dedi.emailbison.com/api/reference. It may be taken, refused, or set to the least there is, which is 1 then.
   */
  noDailyLimit: z.enum(['taken', 'refused', 'raised']),
  /**
   * Whether the instance has sign-in sessions. They are documented (https://docs.emailbison.com/oauth-sessions/overview),
   * marked as beta in the reference, and an instance that was not brought up to date has none.
   */
  hasSignInSessions: z.boolean(),
})
type Variants = z.output<typeof variants>

const chosen = (world: World) => world.store.collection<Variants>('bison.variants')

export const variantsIn = (world: World): Variants => ({
  noDailyLimit: 'taken',
  hasSignInSessions: false,
  ...chosen(world).get('chosen'),
})

/** `POST /_bison/variants {noDailyLimit?, hasSignInSessions?}`: what holds from now on. */
export const variantsControl = (world: World): Hono =>
  new Hono().post('/variants', async (c) => {
    chosen(world).put('chosen', { ...variantsIn(world), ...(await controlBody(c, variants.partial())) })
    return c.json(variantsIn(world))
  })
