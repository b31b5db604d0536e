import { expect, test } from 'vitest'
import { fetchPicture } from './picture.ts'

const link = 'https://drive.google.com/file/d/1a2b3c4d5e6f7g/view'
const jpeg = new Uint8Array([0xff, 0xd8, 0xff])
const answering =
  (...answers: (() => Response)[]) =>
  async () => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('fetch failed')
    return answer()
  }
const to = (location: string) => () => new Response(null, { status: 302, headers: { location } })

test('a shared file is handed over by another host of Google', async () => {
  const fetch = answering(to('https://doc-0s.googleusercontent.com/file'), () => new Response(jpeg))
  expect(await fetchPicture(fetch, link)).toEqual({ jpeg })
})

test.each([
  ['elsewhere', 'https://example.com/d/1a2b3c4d5e6f7g', []],
  ['elsewhere', 'https://drive.google.com/drive/my-drive', []],
  ['unshared', link, [to('https://accounts.google.com/signin')]],
  ['unshared', link, [() => new Response('', { status: 404 })]],
  ['unshared', link, [() => new Response('<html>', { headers: { 'content-type': 'text/html' } })]],
  ['not_jpeg', link, [() => new Response('\u0089PNG')]],
  ['away', link, [() => new Response('', { status: 503 })]],
  ['away', link, []],
] as const)('without a picture it is %s: %s %#', async (problem, from, answers) => {
  expect(await fetchPicture(answering(...answers), from)).toEqual({ problem })
})

test('of a file without end no more is read than a picture may have', async () => {
  let sent = 0
  let isEnded = false
  const endless = new ReadableStream({
    pull(to) {
      sent += 1_000_000
      // Whoever reads on meets an error instead of an end.
      if (sent > 20_000_000) to.error(new Error('read on'))
      else to.enqueue(sent === 1_000_000 ? Buffer.alloc(1_000_000, jpeg) : new Uint8Array(1_000_000))
    },
    cancel() {
      isEnded = true
    },
  })
  expect(
    await fetchPicture(
      answering(() => new Response(endless)),
      link,
    ),
  ).toEqual({ problem: 'not_jpeg' })
  expect([isEnded, sent < 8_000_000]).toEqual([true, true])
})
