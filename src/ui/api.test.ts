import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { changePassword } from '#features/accounts/api/auth.ts'
import { pageCustomerHeader } from '#features/accounts/api/page-customer.ts'

const orders = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/items',
  summary: 'Something that needs a session',
  access: 'customer',
  params: z.object({ orderId: z.string() }),
  query: z.object({ page: z.optional(z.number()), tags: z.optional(z.array(z.string())) }),
  response: z.object({ name: z.string() }),
})
const rename = endpoint({
  method: 'POST',
  path: '/api/name',
  summary: 'Something that needs no session',
  access: 'public',
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
})

const staffThings = endpoint({
  method: 'GET',
  path: '/api/operator/things',
  summary: 'Something that staff with a right ask for',
  access: 'staff:staff.read',
  response: z.object({ name: z.string() }),
})

/** A server whose every answer the test decides; pages call it by paths alone, so its origin is put before them. */
type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void
let answer: Answer
let seen: string[]
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  seen.push(`${request.method} ${request.url}`)
  answer(Object.assign(request, { body: Buffer.concat(chunks).toString() }), response)
})
const reply = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

let api: typeof import('./api.ts')
beforeEach(async () => {
  seen = []
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
  vi.resetModules()
  api = await import('./api.ts')
})
afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const user = { id: 'cus_ada', name: 'Ada Byron', email: 'ada@example.test', mustChangePassword: false }
const refused = { message: 'Please sign in.', code: 'unauthenticated' }

describe('a call', () => {
  test('says what to do where a proxy finds it too large, and what the server says where that does', async () => {
    answer = (_request, response) =>
      response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
    await expect(api.call(rename, { body: { name: 'x' } })).rejects.toThrow(
      /smaller parts, or contact support/,
    )
    answer = (_request, response) =>
      reply(response, 413, { message: 'The request is too large.', code: 'invalid' })
    await expect(api.call(rename, { body: { name: 'x' } })).rejects.toThrow('The request is too large.')
  })

  test('sends what the record says, with the marker header and JSON', async () => {
    answer = (request, response) =>
      reply(response, 200, { name: `${request.headers['x-requested-with']} ${request.body}` })
    await expect(api.call(rename, { body: { name: 'Ada' } })).resolves.toEqual({
      name: 'XMLHttpRequest {"name":"Ada"}',
    })
    expect(seen).toEqual(['POST /api/name'])
  })

  test('puts parameters into the path and leaves out what is not given', async () => {
    answer = (_request, response) => reply(response, 200, { name: '' })
    await api.call(orders, { params: { orderId: 'a/b c' }, query: { page: undefined, tags: ['x', 'y'] } })
    expect(seen).toEqual(['GET /api/orders/a%2Fb%20c/items?tags=x&tags=y'])
  })

  test('fails with the server’s sentence, code and fields', async () => {
    const body = {
      message: 'That name is taken.',
      code: 'conflict',
      fields: { name: 'Taken' },
    }
    answer = (_request, response) => reply(response, 409, body)
    const error = await api.call(rename, { body: { name: 'Ada' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(api.ApiError)
    expect(error).toMatchObject({ status: 409, ...body })
  })

  test('has a sentence for an answer that is not ours', async () => {
    answer = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')
    await expect(api.call(rename, { body: { name: 'Ada' } })).rejects.toMatchObject({
      status: 502,
      message: 'An error occurred',
    })
  })

  test('that gets no answer, or half of one, is a network error', async () => {
    answer = (_request, response) => response.destroy()
    await expect(api.call(rename, { body: { name: 'Ada' } })).rejects.toBeInstanceOf(api.NetworkError)
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"name":')
      setImmediate(() => response.destroy())
    }
    await expect(api.call(rename, { body: { name: 'Ada' } })).rejects.toBeInstanceOf(api.NetworkError)
  })

  test('that is given up is no network error', async () => {
    const giveUp = new AbortController()
    answer = () => giveUp.abort()
    await expect(
      api.call(orders, { params: { orderId: '1' }, query: {}, signal: giveUp.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a page', () => {
  const getOrders = () => api.call(orders, { params: { orderId: '1' }, query: {} })

  test('says with a customer’s calls whose it is, once it is known', async () => {
    answer = (request, response) =>
      reply(response, 200, { name: String(request.headers[pageCustomerHeader]) })
    await expect(getOrders()).resolves.toEqual({ name: 'undefined' })
    api.setPageOwner({ id: 'cus_ada', onReplaced: vi.fn(), onHeldUp: vi.fn() })
    await expect(getOrders()).resolves.toEqual({ name: 'cus_ada' })
    await expect(api.call(rename, { body: { name: 'Ada' } })).resolves.toEqual({ name: 'undefined' })
    await expect(api.call(staffThings)).resolves.toEqual({ name: 'undefined' })
  })

  test('whose session was renewed as another customer’s repeats the call as its own, and is told', async () => {
    const onReplaced = vi.fn()
    api.setPageOwner({ id: 'cus_ada', onReplaced, onHeldUp: vi.fn() })
    const said: unknown[] = []
    let isRenewed = false
    answer = (request, response) => {
      if (request.url?.includes('refresh-token')) {
        isRenewed = true
        return reply(response, 200, { user: { ...user, id: 'cus_bob' }, message: '', expiresIn: 3600 })
      }
      said.push(request.headers[pageCustomerHeader])
      if (isRenewed) reply(response, 409, { message: 'Reload.', code: 'other_customer' })
      else reply(response, 401, refused)
    }
    await expect(getOrders()).rejects.toMatchObject({ status: 409, code: 'other_customer' })
    expect(said).toEqual(['cus_ada', 'cus_ada'])
    expect(onReplaced).toHaveBeenCalledOnce()
  })
})

describe('an ended session', () => {
  const getOrders = () => api.call(orders, { params: { orderId: '1' }, query: {} })
  const renewals = () => seen.filter((call) => call.includes('refresh-token')).length

  test('is renewed once for all calls that meet it, and each is sent again', async () => {
    let isLive = false
    answer = (request, response) => {
      if (request.url?.includes('refresh-token')) {
        isLive = true
        reply(response, 200, { user, message: '', expiresIn: 3600 })
      } else if (isLive) reply(response, 200, { name: 'there' })
      else reply(response, 401, refused)
    }
    const answers = await Promise.all([getOrders(), getOrders(), getOrders()])
    expect(answers).toEqual([{ name: 'there' }, { name: 'there' }, { name: 'there' }])
    expect(renewals()).toBe(1)
  })

  test('is renewed only when a change of password in another tab has its answer, and with its cookies', async () => {
    const steps: string[] = []
    let answerChange: (() => void) | undefined
    answer = (request, response) => {
      steps.push(`asked ${request.url}`)
      if (request.url?.includes('change-password'))
        answerChange = () => {
          steps.push('changed')
          reply(response, 200, { message: 'Password changed successfully' })
        }
      else if (request.url?.includes('refresh-token'))
        reply(response, 200, { user, message: '', expiresIn: 3600 })
      else if (renewals()) reply(response, 200, { name: 'there' })
      else reply(response, 401, refused)
    }
    const change = api.call(changePassword, {
      body: { currentPassword: 'old', newPassword: 'Newer.Horse.2' },
    })
    await vi.waitFor(() => expect(answerChange).toBeDefined())
    vi.resetModules()
    const otherTab: typeof api = await import('./api.ts')
    const late = otherTab.call(orders, { params: { orderId: '1' }, query: {} })
    await vi.waitFor(async () => {
      const { pending } = await navigator.locks.query()
      expect((pending?.length ?? 0) + renewals()).toBe(1)
    })
    answerChange?.()
    await change
    await expect(late).resolves.toEqual({ name: 'there' })
    expect(steps.filter((step) => !step.includes('orders'))).toEqual([
      'asked /api/auth/change-password',
      'changed',
      'asked /api/auth/refresh-token',
    ])
  })

  test('asks for no second renewal when a refusal of the old one arrives late', async () => {
    let isLive = false
    let refuseLate = () => {}
    answer = (request, response) => {
      if (request.url?.includes('refresh-token')) {
        isLive = true
        reply(response, 200, { user, message: '', expiresIn: 3600 })
      } else if (isLive) reply(response, 200, { name: 'there' })
      else if (seen.length === 1) refuseLate = () => reply(response, 401, refused)
      else reply(response, 401, refused)
    }
    const late = getOrders()
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    await getOrders()
    refuseLate()
    await expect(late).resolves.toEqual({ name: 'there' })
    expect(renewals()).toBe(1)
  })

  test('that cannot be renewed is announced, and every call fails as not signed in', async () => {
    const onExpired = vi.fn()
    api.onSessionExpired(onExpired)
    answer = (_request, response) => reply(response, 401, refused)
    const outcomes = await Promise.allSettled([getOrders(), getOrders()])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'unauthenticated' } })
    }
    expect(onExpired).toHaveBeenCalled()
    expect(renewals()).toBe(1)
  })

  test('is not over when the renewal finds no network or a broken server', async () => {
    const onExpired = vi.fn()
    api.onSessionExpired(onExpired)
    answer = (request, response) =>
      request.url?.includes('refresh-token') ? response.destroy() : reply(response, 401, refused)
    await expect(getOrders()).rejects.toBeInstanceOf(api.NetworkError)
    answer = (request, response) =>
      request.url?.includes('refresh-token')
        ? reply(response, 503, { message: 'Back in a minute.', code: 'unavailable' })
        : reply(response, 401, refused)
    await expect(getOrders()).rejects.toMatchObject({ status: 503, message: 'Back in a minute.' })
    expect(onExpired).not.toHaveBeenCalled()
  })

  test.each([
    [401, 'Who are you?'],
    [403, 'Forbidden by the firewall'],
    [429, 'Too many requests'],
    [511, 'Sign in to the network'],
    [200, '<h1>Welcome to our Wi-Fi</h1>'],
  ])('is not over by a %i that is not ours', async (status, text) => {
    const onExpired = vi.fn()
    api.onSessionExpired(onExpired)
    let isRenewalForeign = true
    answer = (request, response) => {
      const isRenewal = request.url?.includes('refresh-token')
      if (isRenewal === isRenewalForeign) response.writeHead(status).end(text)
      else reply(response, 401, refused)
    }
    await expect(getOrders()).rejects.toMatchObject({ status, code: undefined })
    isRenewalForeign = false
    await expect(getOrders()).rejects.toMatchObject({ status, code: undefined })
    expect(onExpired).not.toHaveBeenCalled()
    expect(renewals()).toBe(1)
  })

  test('matters only to calls that need one: a wrong password renews nothing', async () => {
    answer = (_request, response) => reply(response, 401, refused)
    await expect(api.call(rename, { body: { name: 'Ada' } })).rejects.toMatchObject({ status: 401 })
    expect(renewals()).toBe(0)
  })

  test('is not that of staff: their session ends without a renewal, and no customer is told', async () => {
    const onExpired = vi.fn()
    api.onSessionExpired(onExpired)
    answer = (_request, response) => reply(response, 401, refused)
    await expect(api.call(staffThings)).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(renewals()).toBe(0)
    expect(onExpired).not.toHaveBeenCalled()
  })
})
