import type { FastifyInstance } from 'fastify'
import { isPage } from './page-address.ts'
import { Refusal } from './refusal.ts'

/**
 * Refuses text that the database cannot hold: NUL characters and halves of surrogate pairs. JSON and percent
 * signs can spell both; people cannot type them. Pages are served whatever stands in their address: nothing of it is
 * stored, and what is shown for it is for the page to say.
 * https://www.postgresql.org/docs/18/datatype-json.html, https://www.postgresql.org/docs/18/datatype-character.html
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ url, params, query, body }) => {
    if (isPage(url)) return
    if ([params, query, body].some(isUnstorable))
      throw new Refusal(400, 'invalid', 'The request holds characters that cannot be stored.')
  })
}

/** Walks with a list of its own: a request may be nested deeper than calls can be. */
function isUnstorable(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each === 'string' && (each.includes('\u0000') || !each.isWellFormed())) return true
    if (typeof each !== 'object' || each === null || Buffer.isBuffer(each)) continue
    for (const [key, inner] of Object.entries(each)) left.push(key, inner)
  }
  return false
}
