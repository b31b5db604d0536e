import { afterEach, describe, expect, it } from 'vitest'
import { demoBison } from '#vendors/bison/simulator/demo.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'

let sandbox: Sandbox
afterEach(() => sandbox.close())
async function start() {
  sandbox = createSandbox({ storePath: ':memory:' })
  await sandbox.listen(0)
}

const hosts = {
  microsoft: { imap: 'outlook.office365.com', smtp: 'smtp.office365.com' },
  google: { imap: 'imap.gmail.com', smtp: 'smtp.gmail.com' },
  elsewhere: { imap: 'imap.example.com', smtp: 'smtp.example.com' },
} as const
type Host = keyof typeof hosts

async function call(method: string, path: string, body?: unknown, key?: string) {
  const answer = await fetch(`${sandbox.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return JSON.parse(await answer.text())
}

async function atInstantly(host: Host) {
  const email = `jo@${host}.test`
  const server = (kind: 'imap' | 'smtp') => ({
    [`${kind}_host`]: hosts[host][kind],
    [`${kind}_port`]: 993,
    [`${kind}_username`]: email,
    [`${kind}_password`]: 'x',
  })
  const path = '/instantly/api/v2/accounts'
  const account = { email, first_name: 'Jo', last_name: 'Doe', provider_code: 1 }
  await call('POST', path, { ...account, ...server('imap'), ...server('smtp') }, demoInstantly.apiKey)
  return call('GET', `${path}/${email}`, undefined, demoInstantly.apiKey)
}
async function atSmartlead(host: Host) {
  const email = `jo@${host}.test`
  const key = `?api_key=${demoSmartlead.apiKey}`
  const { emailAccountId } = await call('POST', `/smartlead/api/v1/email-accounts/save${key}`, {
    from_name: 'Jo',
    from_email: email,
    user_name: email,
    password: 'x',
    smtp_host: hosts[host].smtp,
    smtp_port: 587,
    imap_host: hosts[host].imap,
    imap_port: 993,
    warmup_enabled: false,
  })
  return call('GET', `/smartlead/api/v1/email-accounts/${emailAccountId}${key}`)
}
async function atBison(host: Host) {
  const { data } = await call(
    'POST',
    '/bison/api/sender-emails/imap-smtp',
    {
      name: 'Jo',
      email: `jo@${host}.test`,
      password: 'x',
      imap_server: hosts[host].imap,
      imap_port: 993,
      smtp_server: hosts[host].smtp,
      smtp_port: 587,
    },
    demoBison.apiUserKey,
  )
  return data
}

describe('A password given to a sending tool', () => {
  it.each(['microsoft', 'google'] as const)('connects nothing at %s', async (host) => {
    await start()
    expect(await atInstantly(host)).toMatchObject({
      status: -1,
      status_message: { code: 'EAUTH', responseCode: 535, response: expect.stringMatching(/^535/) },
    })
    expect(await atSmartlead(host)).toMatchObject({
      is_smtp_success: false,
      is_imap_success: false,
      smtp_failure_error: expect.stringContaining('535'),
      imap_failure_error: expect.any(String),
    })
    expect(await atBison(host)).toMatchObject({ status: 'Not connected' })
  })

  it('does not come back by being resumed, and sends no test', async () => {
    await start()
    const { email } = await atInstantly('microsoft')
    const path = '/instantly/api/v2'
    await call('POST', `${path}/accounts/${email}/resume`, undefined, demoInstantly.apiKey)
    expect(await call('GET', `${path}/accounts/${email}`, undefined, demoInstantly.apiKey)).toMatchObject({
      status: -1,
    })
    const mail = { eaccount: email, to_address_email_list: 'a@b.test', subject: 'x', body: { text: 'x' } }
    expect(await call('POST', `${path}/emails/test`, mail, demoInstantly.apiKey)).toEqual({
      error: 'ACC_AUTH_ERROR',
    })
  })

  it('connects at a host of its own', async () => {
    await start()
    expect(await atInstantly('elsewhere')).toMatchObject({ status: 1 })
    expect(await atSmartlead('elsewhere')).toMatchObject({ is_smtp_success: true, is_imap_success: true })
    expect(await atBison('elsewhere')).toMatchObject({ status: 'Connected' })
  })
})
