import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import type { SmartleadEnv } from './key-auth.ts'
import type { SmartleadState } from './state.ts'

const mappedAtOnce = 25

/** Tags of the documented API: https://api.smartlead.ai/api-reference/email-accounts/tag-list and its neighbours. */
export function tagsV1(state: SmartleadState) {
  const app = new Hono<SmartleadEnv>()
  app.get('/email-accounts/tags', (c) => c.json(state.tagsOf(c.get('userId')).map(shown)))
  app.post('/tags', async (c) => {
    const body = await bodyOf(c, z.object({ name: z.string(), color: z.string() }).partial())
    if (!body.name) return c.json({ error: '"name" is required' }, 422)
    if (body.color && !/^#[0-9a-f]{6}$/i.test(body.color))
      return c.json({ error: '"color" must be a hex color' }, 422)
    const data = shown(state.addTag(c.get('userId'), body.name, body.color ?? '#B1FCFA'))
    return c.json({ ok: true, data }, 201)
  })
  app.post('/email-accounts/tag-manager', async (c) => {
    const body = await bodyOf(c, z.object({ id: z.number(), name: z.string(), color: z.string() }).partial())
    const tag = state.tagsOf(c.get('userId')).find((known) => known.id === body.id)
    if (!tag) return c.json({ ok: false, message: 'Tag not found' }, 404)
    const changed = { ...tag, name: body.name ?? tag.name, color: body.color ?? tag.color }
    state.tags.put(String(tag.id), changed, String(tag.userId))
    return c.json({ ok: true, data: shown(changed) })
  })

  addMapping(app, state)
  addListOfAccounts(app, state)
  return app
}

const shown = (tag: { id: number; name: string; color: string }) => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
})

/** Gives tags to accounts, or takes them. */
function addMapping(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  for (const method of ['POST', 'DELETE'] as const) {
    app.on(method, '/email-accounts/tag-mapping', async (c) => {
      const body = await bodyOf(
        c,
        z.object({ email_account_ids: z.array(z.number()), tag_ids: z.array(z.number()) }).partial(),
      )
      const ids = body.email_account_ids ?? []
      const tagIds = body.tag_ids ?? []
      if (ids.length === 0 || ids.length > mappedAtOnce)
        return c.json({ error: `"email_account_ids" must contain 1 to ${mappedAtOnce} items` }, 422)
      const own = state.tagsOf(c.get('userId')).map((tag) => tag.id)
      if (tagIds.length === 0 || tagIds.some((id) => !own.includes(id)))
        return c.json({ ok: false, message: 'Tag not found' }, 404)
      for (const id of ids) {
        const account = state.accountOf(c.get('userId'), id)
        if (!account) continue
        const others = account.tagIds.filter((tagId) => !tagIds.includes(tagId))
        state.save({ ...account, tagIds: method === 'POST' ? [...others, ...tagIds] : others })
      }
      return c.json({
        ok: true,
        message: `Tags ${method === 'POST' ? 'assigned' : 'removed'} successfully`,
      })
    })
  }
}

/** The tags of accounts, by their addresses. */
function addListOfAccounts(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.post('/email-accounts/tag-list', async (c) => {
    const body = await bodyOf(c, z.object({ email_ids: z.array(z.string()) }).partial())
    if (!body.email_ids?.length) return c.json({ error: '"email_ids" must contain at least 1 item' }, 422)
    const wanted = new Set(body.email_ids.map((email) => email.toLowerCase()))
    const tags = state.tagsOf(c.get('userId'))
    return c.json({
      ok: true,
      data: state
        .accountsOf(c.get('userId'))
        .filter((account) => wanted.has(account.fromEmail))
        // Its page shows numbers and `{id,name}`; two projects that recorded it in 2026 saw this.
        .map((account) => ({
          email_account_id: String(account.id),
          email_id: account.fromEmail,
          tags: tags
            .filter((tag) => account.tagIds.includes(tag.id))
            .map(({ id, name }) => ({ tag_id: id, tag_name: name })),
        })),
    })
  })
}
