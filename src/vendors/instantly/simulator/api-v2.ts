import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import { accountsApi, type InstantlyEnv } from './accounts-api.ts'
import type { InstantlyState, InstantlyTag } from './state.ts'
import { jobBody, refuse, tagBody, workspaceBody } from './wire.ts'

/** The documented API's routes; the router that mounts them authenticates first and sets the workspace. */
export function apiV2(state: InstantlyState) {
  const { workspaces, jobs } = state
  const app = new Hono<InstantlyEnv>()

  app.route('/accounts', accountsApi(state))

  app.get('/workspaces/current', (c) => {
    const workspace = workspaces.get(c.get('workspaceId'))
    return workspace ? c.json(workspaceBody(workspace)) : refuse(c, 404, 'Workspace not found')
  })

  app.get('/background-jobs/:id', (c) => {
    const job = jobs.get(c.req.param('id'))
    if (job?.workspaceId !== c.get('workspaceId')) return refuse(c, 404, 'Background job not found')
    return c.json(jobBody(state, job, (c.req.query('data_fields') ?? '').split(',')))
  })

  addTags(app, state)

  return app
}

function addTags(app: Hono<InstantlyEnv>, state: InstantlyState): void {
  const { tags, accounts } = state
  app.get('/custom-tags', (c) => {
    const limit = Number(c.req.query('limit') ?? 10)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      return refuse(c, 400, 'querystring/limit must be between 1 and 100')
    const search = c.req.query('search')?.toLowerCase()
    const after = c.req.query('starting_after')
    const matching = tags
      .list({ parent: c.get('workspaceId') })
      .filter((tag) => !search || tag.label.toLowerCase().includes(search))
    const from = after ? matching.findIndex((tag) => tag.id === after) + 1 : 0
    const items = matching.slice(from, from + limit)
    return c.json({
      items: items.map(tagBody),
      ...(items.length > 0 && { next_starting_after: items.at(-1)?.id }),
    })
  })
  app.post('/custom-tags', async (c) => {
    const body = await bodyOf(c, z.object({ label: z.unknown(), description: z.string() }).partial())
    if (typeof body.label !== 'string' || !body.label)
      return refuse(c, 400, "body must have required property 'label'")
    const workspaceId = c.get('workspaceId')
    if (tags.list({ parent: workspaceId }).some((tag) => tag.label === body.label))
      return refuse(c, 409, 'Tag with this label already exists')
    const tag: InstantlyTag = {
      id: randomUUID(),
      workspaceId,
      label: body.label,
      description: body.description ?? null,
      createdAt: state.timestamp(),
    }
    tags.put(tag.id, tag, workspaceId)
    return c.json(tagBody(tag))
  })
  app.post('/custom-tags/toggle-resource', async (c) => {
    const body = await bodyOf(
      c,
      z
        .object({
          tag_ids: z.array(z.string()),
          resource_type: z.number(),
          resource_ids: z.array(z.string()),
          assign: z.boolean(),
        })
        .partial(),
    )
    const workspaceId = c.get('workspaceId')
    if (body.resource_type !== 1 || !body.tag_ids?.length || !body.resource_ids?.length)
      return refuse(c, 400, 'body must name tags, a resource type and resources')
    for (const id of body.tag_ids)
      if (tags.get(id)?.workspaceId !== workspaceId) return refuse(c, 404, 'Tag not found')
    for (const email of body.resource_ids) {
      const account = accounts.get(email.toLowerCase())
      if (account?.workspaceId !== workspaceId) continue
      const others = account.tagIds.filter((id) => !body.tag_ids?.includes(id))
      state.save({ ...account, tagIds: body.assign === false ? others : [...others, ...body.tag_ids] })
    }
    return c.json({ success: true })
  })
}
