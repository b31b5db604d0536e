import type { FastifyInstance } from 'fastify'

/**
 * A server that stops answers what has begun, and each of these answers is the last on its connection: one that
 * was kept open would hold up the end until its browser lets go of it.
 */
export function endConnectionsWhenStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) void reply.header('connection', 'close')
  })
}
