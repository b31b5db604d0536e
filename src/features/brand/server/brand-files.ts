import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { pictureTypes } from '#base/brand/picture.ts'
import { brandStyles } from '#base/brand/server/brand-styles.ts'
import { brandPictures } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

const forever = `public, max-age=${365 * 24 * 3600}, immutable`

/**
 * What makes a page this installation's beside its words: styles and pictures. Pictures are sent as what they were
 * found to be, which a browser must not doubt, and may run and load nothing, even when opened by themselves.
 */
export function installBrandFiles(app: FastifyInstance, { db, brand }: Dependencies): void {
  app.get('/brand.css', { schema: { hide: true } }, async (request, reply) => {
    const asked = (request.query as { v?: unknown }).v
    // A page that another process has served may know of a version before this one does.
    if (asked !== brandStyles(brand.now).tag) await brand.reload()
    const { css, tag } = brandStyles(brand.now)
    void reply
      .type('text/css; charset=utf-8')
      // Those it asks for are over: these must not be kept for them.
      .header('cache-control', asked === tag ? forever : 'no-cache')
    return reply.send(css)
  })

  app.get('/brand/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, hash, type] = /^([0-9a-f]{64})\.(png|jpeg)$/.exec(file) ?? []
    const [picture] = hash ? await db.select().from(brandPictures).where(eq(brandPictures.hash, hash)) : []
    if (!picture || picture.type !== type) throw notFound('There is no such picture.')
    return reply
      .type(pictureTypes[picture.type])
      .header('cache-control', forever)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(picture.bytes)
  })
}
