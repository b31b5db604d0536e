import { afterAll, describe, expect, it } from 'vitest'
import { createCapturedLog } from '#vendors/testing/captured-log.ts'
import { createMailboxSignIn } from './mailbox-sign-in.ts'
import { openPageHost } from './testing/page-host.ts'
import { testBrowser } from './testing/sign-in-bench.ts'

const password = 'Correct-Horse-42'
const address = 'jo@example.com'
const signIns = createMailboxSignIn({
  executablePath: testBrowser(),
  log: createCapturedLog().log,
  unknownMs: 500,
  limitMs: 10_000,
})
afterAll(() => signIns.close())
const tool = await openPageHost(() => '<h1>Verbunden</h1>')

/** Signs in at a host with these pages, by path. */
async function signInAt(pages: Record<string, string | { to: string }>) {
  const bodies: string[] = []
  const host = await openPageHost(({ url = '/' }, body) => {
    if (body) bodies.push(body)
    return pages[url.split('?')[0] ?? '']
  })
  const query = new URLSearchParams({ redirect_uri: `${tool.origin}/callback`, state: 'ses-1' })
  const outcome = await signIns.signIn(
    { link: `${host.origin}/authorize?${query}`, address, password, tenant: host.host },
    new AbortController().signal,
  )
  return { outcome, bodies, asked: host.asked, host }
}
const form = (action: string, body: string) => `<form method="post" action="${action}">${body}</form>`
const classicPassword = (more = '') =>
  form(
    '/in',
    `${more}<input name="passwd" type="password"><input type="submit" id="idSIButton9" value="Los">`,
  )

describe('Pages that the sandbox does not have', () => {
  it('answers the redesigned set, in any language, and the next field that lay hidden on the page', async () => {
    const { outcome, bodies } = await signInAt({
      '/authorize': `<form id="one" onsubmit="event.preventDefault(); one.hidden = true; two.hidden = false">
          <input id="usernameEntry" type="email"><button data-testid="primaryButton">Weiter</button></form>
        <form id="two" hidden method="post" action="/in">
          <input id="passwordEntry" name="pw" type="password"><button data-testid="primaryButton">Weiter</button></form>`,
      '/in': form(
        '/stay',
        '<div id="kmsiTitle">Angemeldet bleiben?</div><button data-testid="secondaryButton">Nein</button>',
      ),
      '/stay': form('/Consent/Set', '<p>Mail</p><input type="submit" id="idSIButton9" value="Annehmen">'),
      '/Consent/Set': { to: `${tool.origin}/callback?code=1` },
    })
    expect(outcome).toEqual({ kind: 'finished', finalHost: tool.host })
    expect(bodies.join()).toContain(`pw=${password}`)
  })

  it.each([
    ['the address', '<div id="usernameError">Gibt es nicht.</div>', 'no-such-user'],
    ['the password', '<div id="passwordError">Stimmt nicht.</div>', 'wrong-password'],
  ])('knows an error of %s without a code', async (_, error, cause) => {
    const { outcome } = await signInAt({ '/authorize': classicPassword(error) })
    expect(outcome).toEqual({ kind: 'refused', cause, code: null })
  })

  it('types no password on a page that speaks to somebody else', async () => {
    const { outcome, bodies } = await signInAt({
      '/authorize': classicPassword('<div id="displayName">boss@example.com</div>'),
    })
    expect(outcome).toMatchObject({ kind: 'person', cause: 'other-account' })
    expect(bodies).toEqual([])
  })

  it('gives a password once, even if the page asks again without a word', async () => {
    const { outcome, bodies } = await signInAt({ '/authorize': classicPassword(), '/in': classicPassword() })
    expect(outcome).toMatchObject({ kind: 'person', cause: 'same-page-again' })
    expect(bodies).toHaveLength(1)
  })

  it('answers no page a third time', async () => {
    const picker = form('/again', '<div id="tilesHolder"><button id="otherTile">Anderes Konto</button></div>')
    const { outcome, asked } = await signInAt({ '/authorize': picker, '/again': picker })
    expect(outcome).toMatchObject({ kind: 'person', cause: 'same-page-again' })
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })

  it('stops at a page whose name it does not know, whatever buttons it has', async () => {
    const { outcome, asked } = await signInAt({
      '/authorize': `<script>$Config={pgid:'CmsiInterrupt',sErrorCode:'50199'}</script>${form('/in', '<input type="submit" id="idSIButton9" value="Weiter">')}`,
    })
    expect(outcome).toMatchObject({ kind: 'person', cause: 'unknown-page', code: 50199 })
    expect(asked.some((line) => line.startsWith('POST'))).toBe(false)
  })

  it('gives up on a page that does not get on, with a picture', async () => {
    const { outcome } = await signInAt({ '/authorize': classicPassword() })
    // The answer to the password never comes.
    expect(outcome).toMatchObject({ kind: 'person', cause: 'too-slow', picture: expect.any(Buffer) })
  })

  it('asks no host but those of the link, by redirect, frame, picture, script or form', async () => {
    const stranger = await openPageHost(() => '<h1>Caught</h1>')
    const led = await signInAt({ '/authorize': { to: `${stranger.origin}/` } })
    expect(led.outcome).toEqual({ kind: 'failed', reason: 'led-elsewhere' })
    await signInAt({
      '/authorize': `<img src="${stranger.origin}/a"><iframe src="${stranger.origin}/b"></iframe>
        <script>fetch('${stranger.origin}/c', { mode: 'no-cors' }); open('${stranger.origin}/d'); new WebSocket('ws://${stranger.host}/e')</script>`,
    })
    const sent = await signInAt({ '/authorize': classicPassword().replace('/in', `${stranger.origin}/f`) })
    expect(sent.outcome).toEqual({ kind: 'failed', reason: 'led-elsewhere' })
    expect(stranger.asked).toEqual([])
  })

  it('shows nothing of what was typed in a picture, whatever the field looks like', async () => {
    const pageWith = (value: string) =>
      `<input type="text" value="${value}"><textarea>${value}</textarea><input type="password" value="${value}">`
    const pictures = []
    for (const value of ['', password]) {
      const { outcome } = await signInAt({ '/authorize': pageWith(value) })
      pictures.push(outcome.kind === 'person' ? outcome.picture?.toString('base64') : undefined)
    }
    expect(pictures[0]).toMatch(/^iVBOR/)
    expect(pictures[1]).toBe(pictures[0])
  })
})
