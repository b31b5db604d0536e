/** A browser without scripts: keeps cookies, follows redirects and submits the page's form. */
export class PlainBrowser {
  html = ''
  url = ''
  status = 0
  private readonly cookies = new Map<string, string>()
  private readonly userAgent: string

  constructor(userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0') {
    this.userAgent = userAgent
  }

  async open(url: string, form?: URLSearchParams): Promise<this> {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: {
        'user-agent': this.userAgent,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location) return this.open(new URL(location, url).href)
    Object.assign(this, { html: await answer.text(), url, status: answer.status })
    return this
  }

  /** Sends the page's first form, with its hidden fields and these. */
  submit(fields: Record<string, string>): Promise<this> {
    const action = /<form method="post" action="([^"]+)"/.exec(this.html)?.[1]
    if (!action) throw new Error(`No form at ${this.url}`)
    const form = new URLSearchParams()
    for (const [, name = '', value = ''] of this.html.matchAll(
      /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
    ))
      form.set(name, value)
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return this.open(new URL(action, this.url).href, form)
  }

  /** What Microsoft's pages say of themselves. */
  get config(): { pgid: string; sErrorCode: string } {
    return JSON.parse(/\$Config=(\{[^\n]*\});/.exec(this.html)?.[1] ?? '{}')
  }
}
