import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FindCaller } from '#base/http/authenticate.ts'
import type { Routes } from '#base/http/binding.ts'
import { rateLimited } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { brandEvent, changedEvent, liveEvents } from '../../api/events.ts'
import { createChangeListener } from './change-listener.ts'

/** Streams of one customer at once; the windows of a browser share one, where it lets them. */
const streamsPerCustomer = 20
/** A burst of changes is one hint. */
const quietMs = 300
/** A browser that lost the stream comes back after this long. */
const retryMs = 2_000
const heartbeatMs = 15_000

/**
 * Live updates: each stream carries only hints to read again. It ends with its session, which every heartbeat
 * looks up, and when the server stops.
 */
export function liveRoutes(
  { listener, brand, prices }: Dependencies,
  findCaller: FindCaller,
  app: FastifyInstance,
  options: { heartbeatMs?: number } = {},
): Routes {
  const changes = createChangeListener(listener)
  const streams = new Set<FastifyReply['raw']>()
  // How pages look, what they say and what is sold is the same for everybody.
  for (const versions of [brand, prices])
    versions.onChange(() => {
      for (const stream of streams) stream.write(hintOf(brandEvent))
    })
  const open = new Map<string, Set<() => void>>()
  // Streams never end by themselves, and closing waits for every answer.
  app.addHook('preClose', async () => {
    for (const ends of open.values()) for (const end of [...ends]) end()
  })

  return (bind) => {
    bind(liveEvents, async ({ customer, request, reply }) => {
      const own = open.get(customer.id) ?? new Set()
      if (own.size >= streamsPerCustomer) throw rateLimited('Too many windows are open.', 60_000)
      open.set(customer.id, own)

      const stream = startStream(reply)
      streams.add(stream)
      let waiting: NodeJS.Timeout | undefined
      const unsubscribe = changes.subscribe(customer.id, () => {
        waiting ??= setTimeout(() => {
          waiting = undefined
          stream.write(hintOf(changedEvent))
        }, quietMs)
      })
      const heartbeat = setInterval(async () => {
        const stillIn = await findCaller(request).catch(() => customer)
        // It may have ended meanwhile; writing to it then would be an error without a listener.
        if (!own.has(end)) return
        if (stillIn) stream.write(':\n\n')
        else end()
      }, options.heartbeatMs ?? heartbeatMs)

      function end(): void {
        clearInterval(heartbeat)
        clearTimeout(waiting)
        unsubscribe()
        streams.delete(stream)
        own.delete(end)
        if (own.size === 0 && open.get(customer.id) === own) open.delete(customer.id)
        stream.end()
      }
      own.add(end)
      // A caller who left while we asked who they are has closed the connection already: it says so no second time.
      if (request.raw.socket.destroyed) end()
      else reply.raw.once('close', end)
      return undefined
    })
  }
}

const hintOf = (event: string): string => `event: ${event}\ndata:\n\n`

/** Takes the answer over from Fastify, with the headers that were set for it. */
function startStream(reply: FastifyReply) {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  raw.write(`retry: ${retryMs}\n\n`)
  return raw
}
