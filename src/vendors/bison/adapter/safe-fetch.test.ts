import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHostResolver, type HostAddress } from '#vendors/client/outside/resolve-host.ts'
import { createVendorClient, dropped, type Fetch } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import { createCapturedLog } from '#vendors/testing/captured-log.ts'
import { createMemoryLimits } from '#vendors/testing/memory-limits.ts'
import { openNameServer } from '#vendors/testing/name-server.ts'
import { openSilentNameServer } from '#vendors/testing/silent-name-server.ts'
import { AnswerTooLargeError, exchangeWith } from './pinned-exchange.ts'
import { createSafeFetch } from './safe-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('a fetch for addresses that customers type', () => {
  const publicHost: HostAddress = { address: '93.184.216.34', family: 4 }

  /** A safe fetch whose resolver answers in turn, and which notes where it would have connected. */
  function harness(answers: Record<string, HostAddress[] | HostAddress[][]>, allowedOrigins: string[] = []) {
    const resolved: string[] = []
    const connected: { to: string; host: string }[] = []
    const resolve = async (hostname: string) => {
      resolved.push(hostname)
      const found = answers[hostname]
      if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      return (Array.isArray(found[0]) ? (found as HostAddress[][]).shift() : found) as HostAddress[]
    }
    const safeFetch = createSafeFetch({
      allowedOrigins,
      resolve,
      resolveAllowed: resolve,
      exchange: async ([{ address }], url) => {
        connected.push({ to: address, host: url.host })
        return Response.json({ ok: true })
      },
    })
    return { safeFetch, resolved, connected }
  }
  const refusal = async (fetched: Promise<Response>) => {
    const error = await fetched.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!isVendorError(error)) throw new Error('not refused', { cause: error })
    return error
  }

  it('connects to the address that it has checked', async () => {
    const { safeFetch, connected, resolved } = harness({ 'send.example.com': [publicHost] })
    await safeFetch('https://send.example.com/api/workspaces')
    expect(connected).toEqual([{ to: '93.184.216.34', host: 'send.example.com' }])
    expect(resolved).toEqual(['send.example.com'])
  })

  it('resolves a name once, so that a second answer cannot lead inside', async () => {
    const { safeFetch, connected, resolved } = harness({
      'rebind.example.com': [[publicHost], [{ address: '127.0.0.1', family: 4 }]],
    })
    await safeFetch('https://rebind.example.com/')
    expect(resolved).toHaveLength(1)
    expect(connected).toEqual([{ to: '93.184.216.34', host: 'rebind.example.com' }])
  })

  it.each([
    ['a private address', [{ address: '10.1.2.3', family: 4 }]],
    ['a public and a private address', [publicHost, { address: '192.168.0.9', family: 4 }]],
    ['nothing', []],
  ] as [string, HostAddress[]][])('refuses a name that leads to %s', async (_what, addresses) => {
    const { safeFetch, connected } = harness({ 'inside.example.com': addresses })
    const error = await refusal(safeFetch('https://inside.example.com/'))
    expect(error.kind).toBe('rejected')
    expect(error.reason).toBe('the address does not belong to the public internet')
    expect(connected).toEqual([])
  })

  it.each(['https://127.0.0.1/', 'https://2130706433/', 'https://[::1]/', 'https://10.0.0.1:8443/'])(
    'refuses %s without asking anybody',
    async (address) => {
      const { safeFetch, connected, resolved } = harness({})
      expect((await refusal(safeFetch(address))).kind).toBe('rejected')
      expect([connected, resolved]).toEqual([[], []])
    },
  )

  it.each([
    ['http://send.example.com/', /https/],
    ['ftp://send.example.com/', /https/],
    ['file:///etc/passwd', /https/],
    ['https://user:secret@send.example.com/', /user name or password/],
    ['not an address', /not a web address/],
  ])('refuses %s', async (address, reason) => {
    const { safeFetch, connected } = harness({ 'send.example.com': [publicHost] })
    const error = await refusal(safeFetch(address))
    expect(error.reason).toMatch(reason)
    expect(error.message).not.toContain('secret')
    expect(connected).toEqual([])
  })

  it('asks an allowed origin, and only exactly that origin', async () => {
    const { safeFetch, connected, resolved } = harness({}, ['http://127.0.0.1:3002'])
    await safeFetch('http://127.0.0.1:3002/api/workspaces')
    expect(connected).toEqual([{ to: '127.0.0.1', host: '127.0.0.1:3002' }])
    await refusal(safeFetch('http://127.0.0.1:3003/api/workspaces'))
    await refusal(safeFetch('https://127.0.0.1:3002/api/workspaces'))
    await refusal(safeFetch('http://127.0.0.1:3002@127.0.0.1:5432/'))
    expect([connected.length, resolved]).toEqual([1, []])
  })

  // One of each class that is let through: private, carrier's, this machine, IPv4 within IPv6, local, public.
  it.each(['10.1.2.3', '100.64.1.1', '127.0.0.1', '::ffff:10.0.0.1', 'fd12::1', '93.184.216.34'])(
    'lets the name of an allowed origin lead to %s',
    async (address) => {
      const { safeFetch, connected } = harness({ 'bison.internal': [{ address, family: isIP(address) }] }, [
        'http://bison.internal',
      ])
      await safeFetch('http://bison.internal/api/workspaces')
      expect(connected).toEqual([{ to: address, host: 'bison.internal' }])
    },
  )

  // Link-local in its three spellings, a cloud's own address in each class that is let through, and what is neither.
  it.each([
    '169.254.169.254',
    'fe80::1',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
  ])('never lets it lead to %s, not even beside a private address', async (address) => {
    const there = { address, family: isIP(address) }
    for (const found of [[there], [{ address: '10.0.0.5', family: 4 }, there]]) {
      const { safeFetch, connected } = harness({ 'bison.internal': found }, ['http://bison.internal'])
      const error = await refusal(safeFetch('http://bison.internal/api/workspaces'))
      expect([error.kind, error.reason]).toEqual([
        'rejected',
        'the address is link-local or a metadata service’s, where BISON_ALLOWED_ORIGINS does not lead',
      ])
      expect(connected).toEqual([])
    }
  })

  it('resolves the name of an allowed origin once as well', async () => {
    const inside = { address: '10.0.0.5', family: 4 }
    const { safeFetch, connected, resolved } = harness(
      { 'bison.internal': [[inside], [{ address: '169.254.169.254', family: 4 }]] },
      ['http://bison.internal'],
    )
    await safeFetch('http://bison.internal/')
    expect(resolved).toHaveLength(1)
    expect(connected).toEqual([{ to: '10.0.0.5', host: 'bison.internal' }])
  })

  it.each(['a stranger’s', 'an allowed'])(
    'believes a real name server for %s name no second time',
    async (whose) => {
      const addresses =
        whose === 'an allowed' ? ['10.0.0.5', '169.254.169.254'] : ['93.184.216.34', '127.0.0.1']
      await using server = await openNameServer(addresses)
      const connected: string[] = []
      const safeFetch = createSafeFetch({
        allowedOrigins: whose === 'an allowed' ? ['https://rebind.example.com'] : [],
        dnsServers: [server.address],
        resolveAllowed: createHostResolver([server.address]),
        exchange: async ([{ address }]) => {
          connected.push(address)
          return Response.json({ ok: true })
        },
      })
      await safeFetch('https://rebind.example.com/')
      expect((await refusal(safeFetch('https://rebind.example.com/'))).kind).toBe('rejected')
      expect(connected).toEqual(addresses.slice(0, 1))
    },
  )

  it('finds the name of an allowed origin as this machine knows it', async () => {
    const origin = `http://localhost:${await serve((_request, response) => response.end('here'))}`
    const answer = await createSafeFetch({ allowedOrigins: [origin] })(`${origin}/api`)
    expect(await answer.text()).toBe('here')
  })

  it('says that a name cannot be found as a failed connection does', async () => {
    const { safeFetch } = harness({})
    await expect(safeFetch('https://nowhere.example.com/')).rejects.toMatchObject({
      name: 'TypeError',
      cause: { code: 'ENOTFOUND' },
    })
  })

  it('gives up when the resolver never answers', async () => {
    await using silent = await openSilentNameServer()
    const safeFetch = createSafeFetch({ dnsServers: [silent.address], timeoutMs: 600 })
    const error = await refusal(safeFetch('https://slow.example.com/'))
    expect([error.kind, error.reason]).toEqual(['transient', 'no answer within 1 s'])
    expect(silent.asked()).toContain('slow.example.com')
  })

  it('passes a refusal through a vendor client as it is', async () => {
    const { safeFetch } = harness({ 'inside.example.com': [{ address: '10.0.0.1', family: 4 }] })
    const captured = createCapturedLog()
    const call = createVendorClient(
      { fetch: safeFetch, log: captured.log, limits: createMemoryLimits() },
      { vendor: 'bison' },
    )
    await expect(
      call({ operation: 'lookUp', url: 'https://inside.example.com/api', answer: dropped }),
    ).rejects.toThrow(VendorError)
    expect(captured.text()).not.toContain('inside.example.com')
  })
})

describe('a request to a pinned address', () => {
  const home: [HostAddress] = [{ address: '127.0.0.1', family: 4 }]
  const limits = { signal: AbortSignal.timeout(5_000), maxAnswerBytes: 1_000 }

  it('goes to that address under the name it was given', async () => {
    const port = await serve((request, response) => {
      response.setHeader('content-type', 'application/json')
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.end(JSON.stringify({ host: request.headers.host, sent: request.headers.authorization }))
    })
    const answer = await exchangeWith(
      home,
      new URL(`http://no-such-name.example:${port}/x`),
      { headers: { authorization: 'Bearer t' } },
      limits,
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ host: `no-such-name.example:${port}`, sent: 'Bearer t' })
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('sends bodies, forms included', async () => {
    const port = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.end(`${request.method} ${request.headers['content-type']} ${body}`))
    })
    const url = new URL(`http://form.example:${port}/`)
    const json = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
    expect(await (await exchangeWith(home, url, json, limits)).text()).toBe('PATCH application/json {"a":1}')
    const form = new FormData()
    form.set('csv', new Blob(['x,y']), 'rows.csv')
    const sent = await (await exchangeWith(home, url, { method: 'POST', body: form }, limits)).text()
    expect(sent).toMatch(/^POST multipart\/form-data; boundary=.*x,y/s)
  })

  it('goes to the next address when the first cannot be reached', async () => {
    const port = await serve((_request, response) => response.end('here'))
    const url = new URL(`http://two.example:${port}/`)
    const answer = await exchangeWith([{ address: '127.0.0.2', family: 4 }, ...home], url, {}, limits)
    expect(await answer.text()).toBe('here')
  })

  it('hands a redirect back and does not follow it', async () => {
    let asked = 0
    const port = await serve((_request, response) => {
      asked++
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    })
    const answer = await exchangeWith(home, new URL(`http://away.example:${port}/`), {}, limits)
    expect([answer.status, answer.headers.get('location'), asked]).toEqual([302, 'http://127.0.0.1:1/', 1])
  })

  it('stops reading an answer that is too long', async () => {
    const port = await serve((_request, response) => {
      response.write('x'.repeat(2_000))
    })
    await expect(
      exchangeWith(home, new URL(`http://long.example:${port}/`), {}, limits),
    ).rejects.toBeInstanceOf(AnswerTooLargeError)
  })

  it('fails at an answer with a status that there is not', async () => {
    const port = await serve((request) =>
      request.socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}'),
    )
    await expect(
      exchangeWith(home, new URL(`http://odd.example:${port}/`), {}, limits),
    ).rejects.toBeInstanceOf(RangeError)
  })

  it('fails when the connection is cut in the middle', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    await expect(
      exchangeWith(home, new URL(`http://cut.example:${port}/`), {}, limits),
    ).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('ends with its time, through a safe fetch in plain words', async () => {
    const port = await serve(() => {})
    const safeFetch: Fetch = createSafeFetch({
      timeoutMs: 30,
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
      exchange: (_pinned, url, init, bounds) =>
        exchangeWith(home, new URL(`http://${url.hostname}:${port}/`), init, bounds),
    })
    await expect(safeFetch('https://hangs.example/')).rejects.toMatchObject({
      vendor: 'bison',
      kind: 'transient',
    })
  })

  it('ends when its caller stops it', async () => {
    const port = await serve(() => {})
    const stop = new AbortController()
    const fetched = createSafeFetch({
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
      exchange: (_pinned, url, init, bounds) =>
        exchangeWith(home, new URL(`http://${url.hostname}:${port}/`), init, bounds),
    })('https://stopped.example/', { signal: stop.signal })
    stop.abort(new Error('the customer left'))
    await expect(fetched).rejects.toThrow('the customer left')
  })
})
