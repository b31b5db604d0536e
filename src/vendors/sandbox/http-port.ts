import { type ServerType, serve } from '@hono/node-server'
import { cut } from './play-fault.ts'

/** Opens an HTTP port; 0 takes a free one. A `cut` answer destroys the connection as a real failure would. */
export async function openHttpPort(
  port: number,
  host: string,
  answer: (request: Request) => Promise<Response | typeof cut>,
): Promise<{ port: number; close(): Promise<void> }> {
  let server: ServerType
  const bound = await new Promise<number>((resolve, reject) => {
    server = serve({ port, hostname: host, fetch: answerOrCut }, (info) => resolve(info.port))
    server.on('error', reject)
  })
  return {
    port: bound,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }

  async function answerOrCut(request: Request, env: unknown): Promise<Response> {
    const response = await answer(request)
    if (response !== cut) return response
    ;(env as { outgoing: { destroy(): void } }).outgoing.destroy()
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  }
}
