import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HostAddress } from '#vendors/client/outside/resolve-host.ts'

/** At least one. */
export type PinnedAddresses = readonly [HostAddress, ...HostAddress[]]

/** The answer was longer than allowed; the rest was not read. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
}

/**
 * One request to exactly these IP addresses, the first that can be reached, whatever the host name resolves to by now;
 * the name is used for TLS and for the `Host` header. Redirects are handed back. No connection is kept.
 */
export function exchangeWith(
  [first, ...others]: PinnedAddresses,
  url: URL,
  init: RequestInit,
  { signal, maxAnswerBytes }: { signal: AbortSignal; maxAnswerBytes: number },
): Promise<Response> {
  const client = url.protocol === 'https:' ? https : http
  const lookup: LookupFunction = (_hostname, { all }, answer) =>
    all ? answer(null, [first, ...others]) : answer(null, first.address, first.family)
  // `Request` gives forms their boundary and every body its headers.
  const prepared = new Request(url, { ...init, signal: null, redirect: 'manual' })

  return new Promise((resolve, reject) => {
    const request = client.request(
      url,
      {
        method: prepared.method,
        headers: Object.fromEntries(prepared.headers),
        agent: false,
        lookup,
        signal,
      },
      (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.byteLength
          if (size > maxAnswerBytes) answer.destroy(new AnswerTooLargeError())
          else chunks.push(chunk)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          try {
            resolve(responseOf(answer, Buffer.concat(chunks)))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    request.on('error', reject)
    if (prepared.body) pipeline(Readable.fromWeb(prepared.body as never), request).catch(reject)
    else request.end()
  })
}

/** @throws RangeError for a status that no response can have: hosts may send any three digits, and not all look at them */
function responseOf(answer: http.IncomingMessage, bytes: Buffer<ArrayBuffer>): Response {
  const status = answer.statusCode ?? 500
  if (status < 200 || status > 599) throw new RangeError(`The host answered with the status ${status}.`)
  const isBodiless = status === 204 || status === 205 || status === 304
  return new Response(isBodiless ? null : bytes, { status, headers: headersOf(answer) })
}

function headersOf(answer: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return headers
}
