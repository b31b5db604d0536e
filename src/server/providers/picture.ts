import type { Fetch } from './vendor-client.ts'

const maxBytes = 4 * 1024 * 1024
const timeoutMs = 15_000
/** Google hands shared files over from these hosts; a redirect to any other is not followed. */
const isGoogleHost = (host: string) => host === 'drive.google.com' || host.endsWith('.googleusercontent.com')

const fileId = (link: string) => /\/d\/([\w-]{10,})|[?&]id=([\w-]{10,})/.exec(link)

/**
 * The JPEG behind a Google Drive link that anyone may open; undefined when there is none to be had, for whatever
 * reason: a picture is never worth a failed set-up.
 */
export async function fetchPicture(fetch: Fetch, link: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const match = fileId(link)
  const id = match?.[1] ?? match?.[2]
  if (!id) return undefined
  let url = `https://drive.google.com/uc?export=download&id=${id}`
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    for (let hop = 0; hop < 4; hop++) {
      const response = await fetch(url, { redirect: 'manual', signal })
      const next = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && next) {
        url = new URL(next, url).href
        if (!url.startsWith('https:') || !isGoogleHost(new URL(url).hostname)) return undefined
        continue
      }
      if (!response.ok || Number(response.headers.get('content-length') ?? 0) > maxBytes) return undefined
      const bytes = new Uint8Array(await response.arrayBuffer())
      // JPEG files begin with these two bytes; a page that asks to sign in does not.
      return bytes.byteLength <= maxBytes && bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : undefined
    }
  } catch {
    return undefined
  }
  return undefined
}
