import { Resolver } from 'node:dns/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterEach, expect, it } from 'vitest'
import { slugOf } from './console/markup.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

const open: Sandbox[] = []
function sandboxWith(options: Partial<Parameters<typeof createSandbox>[0]> = {}) {
  const sandbox = createSandbox({ storePath: ':memory:', ...options })
  open.push(sandbox)
  return sandbox
}
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close()
})

const customers = { headers: { authorization: 'Bearer sk_test_sandbox' } }
const post = (sandbox: Sandbox, path: string, body: unknown) =>
  sandbox.fetch(`${sandbox.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

it('shows every vendor’s state on one page, and each section on its own', async () => {
  const sandbox = sandboxWith()
  const html = await (await sandbox.fetch(`${sandbox.origin}/`)).text()
  const sections = sandbox.vendors.flatMap((vendor) => vendor.sections?.() ?? [])
  expect(sections.map((section) => section.title)).toEqual(
    expect.arrayContaining(['Payments', 'Subscriptions', 'Sent mail', 'Outside domains']),
  )
  for (const section of sections) {
    expect(html).toContain(`id="${slugOf(section)}"`)
    const own = await sandbox.fetch(`${sandbox.origin}/?section=${slugOf(section)}`)
    expect(await own.text()).toContain(`id="${slugOf(section)}"`)
  }
})

it('runs no inline code on its pages and escapes what vendors hold', async () => {
  const sandbox = sandboxWith()
  await sandbox.fetch(`${sandbox.origin}/v1/checkout/sessions`, {
    ...customers,
    method: 'POST',
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://product.test/s',
      client_reference_id: '<script>alert(1)</script>',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][product]': 'inboxyard_domain',
      'line_items[0][price_data][unit_amount]': '1550',
    }).toString(),
  })
  const page = await sandbox.fetch(`${sandbox.origin}/`)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const html = await page.text()
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style="/)
})

it('takes control calls as JSON only, so that a foreign page cannot post to it', async () => {
  const sandbox = sandboxWith()
  const foreign = await sandbox.fetch(`${sandbox.origin}/_clock`, { method: 'POST', body: '{"advanceMs":1}' })
  expect(foreign.status).toBe(415)
  expect((await post(sandbox, '/_faults', { kind: 'nonsense' })).status).toBe(422)
})

it('takes back what was ordered by a request without a body', async () => {
  const sandbox = sandboxWith()
  const port = await sandbox.listen(0)
  await post(sandbox, '/_faults', { kind: '503' })
  // As curl sends it; `fetch` may add headers of its own.
  const status = await new Promise((resolve, reject) => {
    const sent = request({ port, path: '/_faults', method: 'DELETE' }, (answer) => resolve(answer.statusCode))
    sent.on('error', reject).end()
  })
  expect(status).toBe(200)
  expect(sandbox.faults.list()).toEqual([])
})

it('lets matching requests pass before a fault, and meets as many as ordered', async () => {
  const sandbox = sandboxWith()
  await post(sandbox, '/_faults', { kind: '503', vendor: 'stripe', path: '/v1/customers', skip: 1, times: 2 })
  const statuses: number[] = []
  for (let n = 0; n < 4; n++)
    statuses.push((await sandbox.fetch(`${sandbox.origin}/v1/customers`, customers)).status)
  expect(statuses).toEqual([200, 503, 503, 200])
  expect((await sandbox.fetch(`${sandbox.origin}/v1/products`, customers)).status).toBe(200)
})

it('cuts connections in-process and over HTTP alike', async () => {
  const sandbox = sandboxWith()
  sandbox.faults.add({ kind: 'drop', times: 2 })
  await expect(sandbox.fetch(`${sandbox.origin}/v1/customers`, customers)).rejects.toThrow('fetch failed')
  const port = await sandbox.listen(0)
  await expect(fetch(`http://127.0.0.1:${port}/v1/customers`, customers)).rejects.toThrow('fetch failed')
  expect((await fetch(`http://127.0.0.1:${port}/v1/customers`, customers)).status).toBe(200)
})

it('opens its vendors’ own ports with the main one, and closes all of them', async () => {
  const sandbox = createSandbox({ storePath: ':memory:' })
  const port = await sandbox.listen(0)
  expect(sandbox.ports).toMatchObject({
    bison: expect.any(Number),
    dns: expect.any(Number),
    smtp: expect.any(Number),
    signIn: expect.any(Number),
  })
  expect(new Set([port, ...Object.values(sandbox.ports)]).size).toBe(5)
  await sandbox.close()
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  await expect(fetch(`http://127.0.0.1:${sandbox.ports.bison}/`)).rejects.toThrow()
})

it('seeds a store once and keeps its clock over a restart', async () => {
  const dir = mkdtempSync('/tmp/sandbox-restart-')
  const before = createSandbox({ storePath: `${dir}/store.sqlite` })
  await before.advance(86_400_000)
  const sizes = before.store.collections()
  await before.close()
  const after = createSandbox({ storePath: `${dir}/store.sqlite` })
  expect(after.world.now() - Date.now()).toBeGreaterThanOrEqual(86_399_000)
  expect(after.store.collections()).toEqual(sizes)
  await after.close()
  rmSync(dir, { recursive: true })
})

it('waits as long as the latency says, over HTTP, DNS and SMTP', async () => {
  const sandbox = sandboxWith({ latencyMs: 60 })
  const port = await sandbox.listen(0)
  const dns = new Resolver()
  dns.setServers([`127.0.0.1:${sandbox.ports.dns}`])
  const mail = createTransport({ host: '127.0.0.1', port: sandbox.ports.smtp })
  const calls: Record<string, () => Promise<unknown>> = {
    'in-process': () => sandbox.fetch(`${sandbox.origin}/v1/customers`, customers),
    http: () => fetch(`http://127.0.0.1:${port}/v1/customers`, customers),
    dns: () => dns.resolveTxt('spf.protection.outlook.com'),
    smtp: () => mail.sendMail({ from: 'a@x.com', to: 'b@x.com', text: 'Hello' }),
  }
  for (const [over, call] of Object.entries(calls)) {
    const started = performance.now()
    await call()
    expect(performance.now() - started, over).toBeGreaterThanOrEqual(55)
  }
  mail.close()
})
