import { request } from 'node:http'

/** What a browser sends. */
export const encodings = 'gzip, deflate, br, zstd'

export interface Answer {
  status: number
  etag: string | undefined
  encoding: string | undefined
  /** As it came over the wire. */
  bytes: number
  ms: number
}

/** Answered as it is: `fetch` would unpack it and forget its size. */
export function ask(address: string, headers: Record<string, string>): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(address, { headers: { 'accept-encoding': encodings, ...headers } })
    call.on('error', reject)
    call.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          etag: response.headers.etag,
          encoding: response.headers['content-encoding'],
          bytes,
          ms: performance.now() - begun,
        }),
      )
    })
    call.end()
  })
}
