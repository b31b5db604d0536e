import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'

/** Where descriptions of Smartlead differ: which of them is played. */
const variants = z.strictObject({
  /**
   * Accounts as the page of get-all shows them, with `message_per_day` and nothing of a suspension, or as the OpenAPI
   * document's EmailAccount, with `max_email_per_day` and `is_suspended`:
   * https://api.smartlead.ai/api-reference/email-accounts/get-all, https://api.smartlead.ai/api-reference/openapi.yaml
   */
  accounts: z.enum(['page', 'openapi']),
  /** Counts by domain as numbers, as their page has them, or as texts, as public clients read them. */
  counts: z.enum(['numbers', 'texts']),
  /** Domains in one answer of counts at most, whatever is asked for. Inferred: the page names neither a most nor a usual. */
  countedAtOnce: z.number().int().min(1),
  /** Inferred as well: that the list heeds where it is to begin. */
  countsHeedOffset: z.boolean(),
  /** Whether suspending what is suspended, and letting go what is free, is refused: no page says it. */
  suspendedTwice: z.enum(['taken', 'refused']),
})
type Variants = z.output<typeof variants>

const usual: Variants = {
  accounts: 'page',
  counts: 'numbers',
  countedAtOnce: 50,
  countsHeedOffset: true,
  suspendedTwice: 'taken',
}
const chosen = (world: World) => world.store.collection<Partial<Variants>>('smartlead.variants')

export const variantsIn = (world: World): Variants => ({ ...usual, ...chosen(world).get('chosen') })

/** `POST /_smartlead/variants {accounts?, counts?, countedAtOnce?, countsHeedOffset?, suspendedTwice?}`: the descriptions that hold from now on. */
export const variantsControl = (world: World): Hono =>
  new Hono().post('/variants', async (c) => {
    chosen(world).put('chosen', {
      ...chosen(world).get('chosen'),
      ...(await controlBody(c, variants.partial())),
    })
    return c.json(variantsIn(world))
  })
