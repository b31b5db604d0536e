import type { Fetch } from '#vendors/client/vendor-client.ts'

/** Pages on the way at most: the longest has six. */
const pagesMax = 12
const patienceMs = 60_000

interface Person {
  /** The tool's link, as it names the real host. */
  link: string
  /** Where the sandbox plays both hosts' pages. */
  signInUrl: string
  address: string
  password: string
  /** What carries the requests, by default the global one. */
  fetch?: Fetch
}

/**
 * Signs in at the sandbox's pages as one of the operator's staff would, up to the tool's own page. What stops a person
 * stops this as well: it fills in what it is asked for and presses the button.
 * @throws an error that names the page which asked for something else
 */
export async function signInAsPerson({
  link,
  signInUrl,
  address,
  password,
  fetch: carry = fetch,
}: Person): Promise<void> {
  const { pathname, search } = new URL(link)
  const known = new Map(
    Object.entries({
      loginfmt: address,
      identifier: address,
      passwd: password,
      Passwd: password,
      LoginOptions: '3',
      decision: 'allow',
      // A browser that someone sits at runs the page's script, which says so.
      bgRequest: 'person',
    }),
  )
  const cookies = new Map<string, string>()
  const open = (url: string, form?: URLSearchParams) => openPage(carry, url, cookies, form)
  let page = await open(signInUrl + pathname + search)
  for (let count = 0; count < pagesMax; count++) {
    if (new URL(page.url).origin !== new URL(signInUrl).origin) return
    const form = formOf(page.html, known)
    if (!form) throw new Error(`The page ${new URL(page.url).pathname} asks for something else.`)
    page = await open(new URL(form.action, page.url).href, form.fields)
  }
  throw new Error('The sign-in does not come to an end.')
}

interface Page {
  url: string
  html: string
}

async function openPage(
  carry: Fetch,
  url: string,
  cookies: Map<string, string>,
  form?: URLSearchParams,
): Promise<Page> {
  const answer = await carry(url, {
    method: form ? 'POST' : 'GET',
    body: form,
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    signal: AbortSignal.timeout(patienceMs),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    cookies.set(name, value)
  }
  const location = answer.headers.get('location')
  const html = await answer.text()
  return location ? openPage(carry, new URL(location, url).href, cookies) : { url, html }
}

/** The page's form as it is filled in; undefined where there is none to send, or an error stands above it. */
function formOf(html: string, known: ReadonlyMap<string, string>) {
  const action = /<form method="post" action="([^"<]{1,2000})"/.exec(html)?.[1]
  if (!action || html.includes('role="alert"')) return undefined
  const fields = new URLSearchParams()
  for (const [tag] of html.matchAll(/<(?:input|button)\b[^<>]{1,10000}>/g)) {
    const [name, value] = [attribute(tag, 'name'), attribute(tag, 'value')]
    if (name === undefined) continue
    const filled = known.get(name)
    if (filled !== undefined) fields.set(name, filled)
    else if (tag.includes('type="hidden"')) fields.set(name, value ?? '')
  }
  return { action, fields }
}

const attribute = (tag: string, name: string): string | undefined => {
  const begin = tag.indexOf(` ${name}="`)
  if (begin < 0) return undefined
  const from = begin + name.length + 3
  return tag.slice(from, tag.indexOf('"', from))
}
