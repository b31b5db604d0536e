import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SignInHosts } from './allowed-hosts.ts'
import { publicLookup } from './public-lookup.ts'

/** The only way out that the pages of one sign-in have. */
export interface Gate {
  /** As a browser is told of a proxy. */
  address: string
  /** Hosts that were asked for and are not allowed. */
  refused: ReadonlySet<string>
  close(): void
}

const refusedHostsKept = 50

/**
 * A proxy on this machine that lets through what the sign-in may ask and nothing else. A browser's own hooks see the
 * first request of a chain of redirects alone, and none of a worker's or a socket's; everything passes here.
 * `dnsServers`: `address:port` of the resolvers that are asked for hosts; undefined: the ones of this machine.
 */
export async function openGate(hosts: SignInHosts, dnsServers?: readonly string[]): Promise<Gate> {
  const refused = new Set<string>()
  const sockets = new Set<Duplex>()
  const lookup = hosts.mayBeInside ? undefined : publicLookup(dnsServers)
  const allow = (url: URL | null): url is URL => {
    if (url && hosts.mayAsk(url)) return true
    if (url && refused.size < refusedHostsKept) refused.add(url.host)
    return false
  }

  function forward(request: IncomingMessage, response: ServerResponse) {
    const url = URL.parse(request.url ?? '')
    if (!allow(url) || url.protocol !== 'http:') return void response.writeHead(403).end()
    const { 'proxy-connection': _, ...headers } = request.headers
    const further = ask(url, { method: request.method, headers, lookup }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    further.on('error', () => response.destroy())
    response.on('close', () => further.destroy())
    request.pipe(further)
  }

  function tunnel(request: IncomingMessage, near: Duplex, head: Buffer) {
    near.on('error', () => near.destroy())
    const url = URL.parse(`https://${request.url}`)
    if (!allow(url)) return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const far: Socket = connect({ host, port: Number(url.port || 443), lookup }, () => {
      near.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      far.write(head)
      near.pipe(far).pipe(near)
    })
    keep(far)
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  }

  function keep(socket: Duplex) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  }

  const server = createServer(forward).on('connect', tunnel).on('connection', keep)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const port = typeof at === 'object' && at ? at.port : 0
  return {
    address: `http://127.0.0.1:${port}`,
    refused,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
