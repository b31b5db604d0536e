import type { PictureProblem } from '#features/people/rules/profile-picture-link.ts'
import type { Fetch } from './vendor-client.ts'

const maxBytes = 4 * 1024 * 1024
const timeoutMs = 15_000
const hopsMax = 4
/** Google hands shared files over from these hosts; a redirect to any other is not followed. */
const isGoogleHost = (host: string) => host === 'drive.google.com' || host.endsWith('.googleusercontent.com')

const fileId = (link: string) => /\/d\/([\w-]{10,})|[?&]id=([\w-]{10,})/.exec(link)

export type Picture = { jpeg: Uint8Array<ArrayBuffer> } | { problem: PictureProblem }

/**
 * The JPEG behind a Google Drive link that anyone may open, or why there is none. Never fails: a picture is
 * not worth a failed set-up.
 */
export async function fetchPicture(fetch: Fetch, link: string): Promise<Picture> {
  const match = isGoogleHost(new URL(link).hostname) ? fileId(link) : null
  const id = match?.[1] ?? match?.[2]
  if (!id) return { problem: 'elsewhere' }
  try {
    return await download(fetch, `https://drive.google.com/uc?export=download&id=${id}`)
  } catch {
    return { problem: 'away' }
  }
}

async function download(fetch: Fetch, start: string): Promise<Picture> {
  let url = start
  const signal = AbortSignal.timeout(timeoutMs)
  for (let hop = 0; hop < hopsMax; hop++) {
    const response = await fetch(url, { redirect: 'manual', signal })
    const next = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && next) {
      url = new URL(next, url).href
      // To Google's own sign-in, as a rule.
      if (!url.startsWith('https:') || !isGoogleHost(new URL(url).hostname)) return { problem: 'unshared' }
      continue
    }
    if (response.status === 429 || response.status >= 500) return { problem: 'away' }
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (!response.ok || isPage) return { problem: 'unshared' }
    const jpeg = await readUpTo(maxBytes, response)
    // JPEG files begin with these two bytes.
    return jpeg?.[0] === 0xff && jpeg[1] === 0xd8 ? { jpeg } : { problem: 'not_jpeg' }
  }
  return { problem: 'away' }
}

/** The body; undefined when it is longer, of which no more is read: how long it is, a server need not say. */
async function readUpTo(most: number, { body }: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the download.
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > most) return undefined
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
