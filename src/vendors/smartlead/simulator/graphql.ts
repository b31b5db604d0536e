import { Hono } from 'hono'
import type { SmartleadState } from './state.ts'
import { bearerOf } from './web-app-api.ts'

interface GraphqlRequest {
  query?: string
  variables?: {
    offset?: number
    limit?: number
    where?: { name?: { _eq?: string; _in?: string[]; _ilike?: string } }
    object?: { name?: string; color?: string }
    id?: number
  }
}

/** The three tag operations of the vendor's GraphQL server; whatever is wrong is answered with status 200. */
export function graphql(state: SmartleadState) {
  return new Hono().post('/', async (c) => {
    const refuse = (message: string, code: string) =>
      c.json({ errors: [{ message, extensions: { path: '$', code } }] })
    const userId = state.userOfToken(bearerOf(c.req.header('authorization')))
    if (userId === undefined) return refuse('Could not verify JWT: JWTExpired', 'invalid-jwt')
    const { query = '', variables = {} } = (await c.req.json().catch(() => ({}))) as GraphqlRequest
    const shown = (tag: { id: number; name: string; color: string; createdAt: string }) => ({
      id: tag.id,
      name: tag.name,
      color: tag.color,
      created_at: tag.createdAt,
    })

    if (/\binsert_tags_one\s*\(/.test(query)) {
      const { name, color } = variables.object ?? {}
      if (!name)
        return refuse('null value in column "name" violates not-null constraint', 'constraint-violation')
      return c.json({ data: { insert_tags_one: shown(state.addTag(userId, name, color ?? '#B1FCFA')) } })
    }
    if (/\bdelete_tags_by_pk\s*\(/.test(query)) {
      const tag = state.tagsOf(userId).find((known) => known.id === variables.id)
      if (tag) state.tags.delete(String(tag.id))
      return c.json({ data: { delete_tags_by_pk: tag ? shown(tag) : null } })
    }
    if (/\btags\s*\(/.test(query)) {
      const { offset = 0, limit = 100, where = {} } = variables
      const { _eq, _in, _ilike } = where.name ?? {}
      const pattern = _ilike?.replaceAll('%', '').toLowerCase()
      const page = state
        .tagsOf(userId)
        .filter((tag) => _eq === undefined || tag.name === _eq)
        .filter((tag) => _in === undefined || _in.includes(tag.name))
        .filter((tag) => pattern === undefined || tag.name.toLowerCase().includes(pattern))
        .slice(offset, offset + limit)
      return c.json({ data: { tags: page.map(shown) } })
    }
    return refuse('query is not a valid GraphQL document', 'validation-failed')
  })
}
