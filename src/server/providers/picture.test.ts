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
  ['not_jpeg', link, [() => new Response('', { headers: { 'content-length': '5000000' } })]],
  ['away', link, [() => new Response('', { status: 503 })]],
  ['away', link, []],
] as const)('without a picture it is %s: %s %#', async (problem, from, answers) => {
  expect(await fetchPicture(answering(...answers), from)).toEqual({ problem })
})
