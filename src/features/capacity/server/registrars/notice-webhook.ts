import { timingSafeEqual } from 'node:crypto'
// Its types say that a route may be left out of the OpenAPI document.
import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { takeRegistrationNotice } from './registration-notice.ts'

/** An event has about a KB. */
const eventMaxBytes = 64 * 1024

const keysOf = ({ secrets }: Pick<Dependencies, 'secrets'>) =>
  secrets.proofs('dnsimple-webhook', '').map((proof) => proof.toString('base64url'))

/** Where DNSimple sends its events. They bear no signature, so the address is the secret. */
export const noticeAddress = (deps: Pick<Dependencies, 'secrets' | 'config'>): string =>
  `${deps.config.publicUrl}/api/webhooks/dnsimple/${keysOf(deps)[0]}`

/** Whatever is not answered with 200 is sent again, for two hours: what there is nothing to do about is as well received. */
export function noticeWebhook(app: FastifyInstance, deps: Dependencies): void {
  const isKnown = (given: string) =>
    keysOf(deps).some(
      (key) => key.length === given.length && timingSafeEqual(Buffer.from(key), Buffer.from(given)),
    )
  app.post<{ Params: { key: string } }>(
    '/api/webhooks/dnsimple/:key',
    {
      schema: { hide: true },
      bodyLimit: eventMaxBytes,
      onRequest: async ({ params }) => {
        if (!isKnown(params.key)) throw notFound('There is nothing here.')
      },
    },
    async ({ body }) => ({ received: true, told: await takeRegistrationNotice(deps, body) }),
  )
}
