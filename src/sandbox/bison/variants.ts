import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '../json-body.ts'
import type { World } from '../world.ts'

/** What no description of Email Bison says: which of the answers there may be is played. */
const variants = z.strictObject({
  /**
   * What becomes of a daily limit of 0. The reference names an integer and no least value:
   * https://dedi.emailbison.com/api/reference. It may be taken, refused, or set to the least there is, which is 1 then.
   */
  noDailyLimit: z.enum(['taken', 'refused', 'raised']),
})
type Variants = z.output<typeof variants>

const chosen = (world: World) => world.store.collection<Variants>('bison.variants')

export const variantsIn = (world: World): Variants => chosen(world).get('chosen') ?? { noDailyLimit: 'taken' }

/** `POST /_bison/variants {noDailyLimit}`: what holds from now on. */
export const variantsControl = (world: World): Hono =>
  new Hono().post('/variants', async (c) => {
    chosen(world).put('chosen', await controlBody(c, variants))
    return c.json(variantsIn(world))
  })
