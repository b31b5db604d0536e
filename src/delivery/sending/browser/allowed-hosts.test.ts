import { describe, expect, it } from 'vitest'
import { hostsOf, type SignInHosts } from './allowed-hosts.ts'

const linkTo = (base: string, callback: string) =>
  hostsOf(new URL(`${base}/common/oauth2/v2.0/authorize?redirect_uri=${encodeURIComponent(callback)}`))
const mayAsk = (hosts: SignInHosts, address: string) => hosts.mayAsk(new URL(address))
const microsoft = 'https://login.microsoftonline.com'

describe('Where a sign-in at Microsoft may lead', () => {
  const hosts = linkTo(microsoft, 'https://server.tool.test/callback')

  it.each([
    `${microsoft}/common/login`,
    'https://aadcdn.msauth.net/x.js',
    'https://server.tool.test/callback?code=1',
    'https://app.smartlead.ai/',
  ])('to %s', (address) => expect(mayAsk(hosts, address)).toBe(true))

  it.each([
    'http://login.microsoftonline.com/common/login',
    'https://login.microsoftonline.com:8443/',
    'https://login.microsoftonline.com.evil.test/',
    'https://evilmicrosoft.com/',
    'https://sts.customer.test/adfs',
  ])('not to %s', (address) => expect(mayAsk(hosts, address)).toBe(false))

  it.each(['https://10.0.0.1/', 'https://localhost/', 'http://server.tool.test/'])(
    'not to a callback inside our own network, or in the clear: %s',
    (callback) => expect(mayAsk(linkTo(microsoft, callback), callback)).toBe(false),
  )

  it('takes a password on login hosts alone, and only public addresses', () => {
    expect(hosts.mayBeInside).toBe(false)
    expect(hosts.isLogin(new URL('https://login.microsoft.com/'))).toBe(true)
    for (const other of ['https://mysignins.microsoft.com/', 'https://server.tool.test/'])
      expect(hosts.isLogin(new URL(other))).toBe(false)
  })
})

describe('Where a sign-in at pages elsewhere may lead', () => {
  const hosts = linkTo('http://127.0.0.1:3005', 'http://127.0.0.1:3001/instantly/callback')

  it('to these two, and to nobody else, Microsoft included', () => {
    expect(mayAsk(hosts, 'http://127.0.0.1:3005/kmsi')).toBe(true)
    expect(mayAsk(hosts, 'http://127.0.0.1:3001/instantly/callback?code=1')).toBe(true)
    for (const other of [`${microsoft}/`, 'http://127.0.0.1:3002/', 'https://app.smartlead.ai/'])
      expect(mayAsk(hosts, other)).toBe(false)
  })
})
